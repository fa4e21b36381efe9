/** What becomes of a visit, in one word: a freeze is above an expiry, an expiry above the owner's own switch. */
export const CODE_STATUSES = ['on', 'off', 'frozen', 'expired'] as const;
export type CodeStatus = (typeof CODE_STATUSES)[number];

/** @param now milliseconds since 1970 */
export function statusOf(
  code: { state: 'on' | 'off'; is_frozen?: boolean; expires_at?: string | null },
  now: number,
): CodeStatus {
  if (code.is_frozen) return 'frozen';
  return code.expires_at && Date.parse(code.expires_at) <= now ? 'expired' : code.state;
}

/** The stored codes that have a status at a moment. */
export function statusFilter(status: CodeStatus, now: Date): Record<string, unknown> {
  if (status === 'frozen') return { is_frozen: true };
  const answers = { is_frozen: { $ne: true } };
  if (status === 'expired') return { ...answers, expires_at: { $ne: null, $lte: now } };
  return { ...answers, state: status, $or: [{ expires_at: null }, { expires_at: { $gt: now } }] };
}
