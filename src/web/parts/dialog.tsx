import { createContext, useContext, useLayoutEffect, useState, type ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";

const KeptContext = createContext<(isKept: boolean) => void>(() => undefined);

/** Keeps the question around the component open while it is on: then only what the component offers leaves it. */
export function useKeptOpen(isOn: boolean): void {
  const keep = useContext(KeptContext);
  useLayoutEffect(() => {
    keep(isOn);
    return () => keep(false);
  }, [keep, isOn]);
}

/** A question in front of the page; Escape and a press outside leave it, unless what it asks keeps it open. */
export function Question({
  title,
  isOpen = true,
  onClose,
  children,
}: {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const [isKept, setKept] = useState(false);
  return (
    <ModalOverlay
      isDismissable={!isKept}
      isKeyboardDismissDisabled={isKept}
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
          <KeptContext value={setKept}>{children}</KeptContext>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
