/** An attempt of a delivery as a job. */
export interface DeliveryJob {
  readonly deliveryId: string;
  /** Attempts before this one. A job whose number is no longer that of the delivery is a repetition, and does nothing. */
  readonly attempts: number;
  readonly webhookId: string;
  /** Default 0. */
  readonly delaySeconds?: number;
}
