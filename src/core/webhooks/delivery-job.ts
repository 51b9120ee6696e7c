/** An attempt of a delivery as a job. */
export interface DeliveryJob {
  readonly deliveryId: string;
  /** Attempts before this one. A job whose number differs from that of the delivery is a duplicate, and has no effect. */
  readonly attempts: number;
  readonly webhookId: string;
  /** As of `laneOf`. */
  readonly lane: string;
  /** Default 0. */
  readonly delaySeconds?: number;
}
