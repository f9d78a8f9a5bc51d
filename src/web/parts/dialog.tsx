import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";

/** A question in front of the page; Escape and a press outside leave it. */
export function Question({
  title,
  isOpen,
  onClose,
  children,
}: {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      className="fixed inset-0 z-40 flex items-end justify-center bg-black/50 sm:items-center sm:p-4"
    >
      <Modal className="max-h-dvh w-full max-w-lg overflow-y-auto rounded-t-xl border border-line bg-panel p-5 shadow-xl sm:rounded-xl">
        <Dialog className="outline-none">
          <Heading slot="title" className="mb-2 text-head font-semibold">
            {title}
          </Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
