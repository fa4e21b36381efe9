/** Events that tell others of a name that codes may stand on: `{ host, type, owner, facet, policy: false }`. */
export const DOMAIN_FAILING = 'domain.failing';
/** It works again; `facet` is what failed before. */
export const DOMAIN_WORKING = 'domain.working';

/** The same of who finds out what others block: each plugin's events begin with its own name. With `policy: true`. */
export const POLICY_FAILING = 'wechat-shield.failing';
export const POLICY_WORKING = 'wechat-shield.working';
/** Nobody can say any more how the name stands there; what was believed of a block stays. */
export const POLICY_UNKNOWN = 'wechat-shield.unknown';
