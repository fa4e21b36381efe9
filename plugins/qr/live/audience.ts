import type { Caller, VisitScope } from '@waypost/sdk';
import { reachesEveryOwner } from '../codes/scope.ts';

/** The audience of visits to everyone's codes; every other audience is an owner's id. */
const EVERYONE = 'all';
/** Parameter by which somebody who may see everyone's visits asks for the own ones. */
const OWN = 'own';

/** Whose visits somebody follows who asks for a topic of visits; undefined: those are not theirs to see. */
export function visitAudience({
  caller,
  parameter,
}: {
  caller: Caller;
  parameter: string | undefined;
}): string | undefined {
  const seesAll = reachesEveryOwner(caller);
  if (parameter === undefined) return seesAll ? EVERYONE : caller.id;
  if (parameter === OWN || parameter === caller.id) return caller.id;
  return seesAll && /^[0-9a-f]{24}$/.test(parameter) ? parameter : undefined;
}

/** The visits that an audience sees. */
export function audienceScope(audience: string): VisitScope {
  return audience === EVERYONE ? {} : { owner: audience };
}
