/** RFC 8032: 32 bytes, y little endian below the prime, the topmost bit is the sign of x. */
const KEY_BYTES = 32;
const PRIME = 2n ** 255n - 19n;
const SIGN = 2n ** 255n;

/** y of a point of order eight; the other one is its negative. */
const ORDER_EIGHT = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
/** y of all points of small order: (0, 1), (0, -1), the two with y = 0, and the four of order eight. */
const SMALL_ORDER = new Set([1n, PRIME - 1n, 0n, ORDER_EIGHT, PRIME - ORDER_EIGHT]);

/**
 * Whether these bytes are an Ed25519 public key that has an owner. Points of small order have none: anybody makes
 * signatures that hold under them. Bytes that RFC 8032 does not read (y not below the prime) are refused as well, for
 * some libraries read them, as one of those points. Whether there is such a point at all is the verification's question.
 */
export function isOwnedKey(key: Uint8Array): boolean {
  if (key.byteLength !== KEY_BYTES) return false;
  const y = BigInt(`0x${Buffer.from(key).reverse().toString('hex')}`) % SIGN;
  return y < PRIME && !SMALL_ORDER.has(y);
}
