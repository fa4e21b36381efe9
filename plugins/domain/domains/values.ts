import { DomainType, type Reference } from '@waypost/contract';

export const DOMAIN_TYPES = Object.values(DomainType);
/** What a name is: `lost` is still its owner's, `released` and `retired` are over. */
export const DOMAIN_STATES = ['waiting', 'proved', 'lost', 'released', 'retired'] as const;
export type DomainState = (typeof DOMAIN_STATES)[number];
/** States in which a name is somebody's and nobody else can have it. */
export const HELD_STATES = ['proved', 'lost'] as const satisfies readonly DomainState[];
/** How a name was proved; the platform's own names need no proof. */
export const PROOF_METHODS = ['none', 'txt', 'cname', 'operator'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];
/** Whether visits of a name come to this installation, as it was found last. */
export const REACHES = ['unknown', 'here', 'elsewhere'] as const;
export type Reach = (typeof REACHES)[number];
/** What stood between a look and a proof; the words are `domain.fault.<fault>`. */
export const PROOF_FAULTS = [
  '',
  'no_record',
  'wrong_value',
  'not_spread',
  'zone_differs',
  'zone_silent',
  'zone_inside',
  'resolvers_silent',
  'taken',
] as const;
export type ProofFault = (typeof PROOF_FAULTS)[number];
/** Why visits do not come; the words are `domain.fault.<fault>`. */
export const REACH_FAULTS = [
  '',
  'no_address',
  'not_public',
  'no_connection',
  'no_safe_connection',
  'other_server',
  'no_answer',
] as const;
export type ReachFault = (typeof REACH_FAULTS)[number];
/** What a person is to be told of a name, once. */
export const NOTICES = ['none', 'proved', 'lost', 'found', 'unproved', 'released', 'taken'] as const;
export type Notice = (typeof NOTICES)[number];
/** Owner of the platform's names that nobody has: no account has this id. */
export const PLATFORM = '0'.repeat(24);

/** Domains by their name, for fields that hold one. */
export const domainReference: Reference = {
  name: 'domain.domain',
  area: 'domain_list',
  title: 'shown',
  calls: ['inquire', 'user_inquire', 'details'],
  page: 'domain_list',
};

/** Those that are somebody's now: what is new can be put on these alone. */
export const heldDomainReference: Reference = { ...domainReference, only: { state: HELD_STATES } };
