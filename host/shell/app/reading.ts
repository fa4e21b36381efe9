/** Calls that only read; when one of them is refused there is nothing of the person's to lose. */
const READING = /(^|_)(inquire|details|tree|profile|challenge)$/;

export function isReading(call: string): boolean {
  return READING.test(call);
}
