/** Most requests of one run. */
export const MAX_REQUESTS = 2 ** 24;

/** Each request comes from an address of its own, so that the stored visits tell which requests they were. */
export function addressOfRequest(id: number): string {
  return `36.${(id >> 16) & 255}.${(id >> 8) & 255}.${id & 255}`;
}

/** The request that came from an address. */
export function requestOfAddress(address: string): number {
  const [, high = 0, middle = 0, low = 0] = address.split('.').map(Number);
  return (high << 16) | (middle << 8) | low;
}
