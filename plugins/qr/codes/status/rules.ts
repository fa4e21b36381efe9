/** What becomes of a visit, in one word: a freeze is above all else, and what leads nowhere yet neither expires nor is paused. */
export const CODE_STATUSES = ['on', 'off', 'frozen', 'expired', 'unclaimed'] as const;
export type CodeStatus = (typeof CODE_STATUSES)[number];

/** @param now milliseconds since 1970 */
export function statusOf(
  code: {
    state: 'on' | 'off';
    is_frozen?: boolean;
    is_unclaimed?: boolean;
    expires_at?: string | Date | null;
    expires_after?: number | null;
    view_number?: number;
  },
  now: number,
): CodeStatus {
  if (code.is_frozen) return 'frozen';
  if (code.is_unclaimed) return 'unclaimed';
  const isOver = code.expires_at ? new Date(code.expires_at).getTime() <= now : false;
  const isUsedUp = Boolean(code.expires_after) && (code.view_number ?? 0) >= (code.expires_after as number);
  return isOver || isUsedUp ? 'expired' : code.state;
}

/** The stored codes that have a status at a moment; that visits are used up is known a minute later at most. */
export function statusFilter(status: CodeStatus, now: Date) {
  if (status === 'frozen') return { is_frozen: true };
  if (status === 'unclaimed') return { is_frozen: { $ne: true }, is_unclaimed: true };
  const answers = { is_frozen: { $ne: true }, is_unclaimed: { $ne: true } };
  const isOver = { expires_at: { $ne: null, $lte: now } };
  if (status === 'expired') return { ...answers, $or: [isOver, { used_up_at: { $ne: null } }] };
  return {
    ...answers,
    state: status,
    used_up_at: null,
    $or: [{ expires_at: null }, { expires_at: { $gt: now } }],
  };
}
