import type { CloudEvent, DeliveryAttempt } from "../../contract/service/webhook.ts";

/** How far plans' news were followed. */
export interface Followed {
  /** What happened before is told; what happened since may be. */
  readonly from: string;
  /**
   * Of plans with news since: up to which event they are told, and when their newest news happened. Whoever is not
   * here is asked again.
   */
  readonly told: Readonly<Record<string, readonly [seq: number, at: string]>>;
}

/** What came of one attempt to tell a receiver. */
export interface Told {
  readonly came_to: "delivered" | "failed" | "gone" | "no_webhook";
  /** Null where nothing was tried. */
  readonly attempt: DeliveryAttempt | null;
  /** Of a receiver that is gone: at which address, which may not be the webhook's any more. */
  readonly url?: string;
  /** How long the receiver wants to be left alone. */
  readonly wait_ms?: number;
}

/** The activities of webhooks. */
export interface WebhookActivities {
  /**
   * Looks every two seconds what plans have to tell, and has it delivered to the webhooks that there are
   * then, until there is none, it is cancelled or an hour is over. Each delivery is begun once, however
   * often this is tried again.
   */
  "holdpoint.follow_news"(input: {
    readonly webhooks_workflow: string;
    readonly followed: Followed;
  }): Promise<Followed>;
  /** Tells a receiver one thing, once. */
  "holdpoint.deliver"(input: {
    readonly webhook_id: string;
    readonly webhooks_workflow: string;
    readonly event: CloudEvent;
  }): Promise<Told>;
}
