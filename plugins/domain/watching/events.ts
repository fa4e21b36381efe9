/** Events that tell others of a name that codes may stand on: `{ host, type, owner, facet, policy: false }`. */
export const DOMAIN_FAILING = 'domain.failing';
/** It works again; `facet` is what failed before. */
export const DOMAIN_WORKING = 'domain.working';
