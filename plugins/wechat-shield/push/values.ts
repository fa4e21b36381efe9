/** What becomes of codes whose domain is blocked. */
export const CODE_POLICIES = ['keep', 'freeze'] as const;
export type CodePolicy = (typeof CODE_POLICIES)[number];

/**
 * Why codes that the policy would freeze wait for a person's word; empty: they do not. `share`: of so many domains the same is
 * said that it is more likely a provider's fault; `unproved`: one provider says it, and nothing shows that it does not say so of all.
 */
export const HOLDS = ['', 'share', 'unproved'] as const;
export type Hold = (typeof HOLDS)[number];

/** Where a block is: `gone`: nobody has the domain any more. */
export const PUSH_STATES = ['open', 'lifted', 'gone'] as const;
export type PushState = (typeof PUSH_STATES)[number];

/** Who is told; Telegram hears of what lies in an inbox through its own channel. */
export const CHANNELS = ['owner', 'operators', 'webhook'] as const;
export type Channel = (typeof CHANNELS)[number];

/** What is told. */
export const PUSH_KINDS = ['blocked', 'lifted'] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

export const DELIVERY_STATES = ['waiting', 'sent', 'failed'] as const;
