import { DomainType } from '@waypost/contract';
import { z } from 'zod';

/** The steps of a visit before its target, in their order. */
export const HOST_STEPS = ['short_domain', 'entry_domain', 'landing_domain'] as const;
export type HostStep = (typeof HOST_STEPS)[number];

/** The kind of domain that a step takes. */
export const STEP_TYPES = {
  short_domain: DomainType.shortDomain,
  entry_domain: DomainType.entry,
  landing_domain: DomainType.landingPage,
} as const satisfies Record<HostStep, number>;

/** The step of a kind of domain. */
export function stepOfType(type: number): HostStep {
  return HOST_STEPS.find((step) => STEP_TYPES[step] === type) ?? 'short_domain';
}

/** A host name in lower case ASCII without a port; empty: none. `zürich-shop.com` is taken as `xn--zrich-shop-9db.com`. */
export const zHost = z.string().trim().toLowerCase().overwrite(asciiHost).max(253);

/** The host of each step; empty: the step is skipped. */
export type HostSteps = Record<HostStep, string>;

/** Which hosts codes are to have. Undefined: what a code has stays. */
export type StepChange = { [Step in HostStep]?: string | undefined };

/** What a code has of hosts; codes that were made before there were domains have none of it. */
export type HostsOfCode = { [Step in HostStep]?: string | undefined } & {
  domain: string;
  printed_domains?: readonly string[] | undefined;
};

/** The host of each step of a code. One that was stored with nothing but its domain has that as the first step. */
export function stepsOf(code: HostsOfCode): HostSteps {
  const { short_domain = '', entry_domain = '', landing_domain = '' } = code;
  const isBare = short_domain === '' && entry_domain === '' && landing_domain === '';
  return { short_domain: isBare ? code.domain : short_domain, entry_domain, landing_domain };
}

/** Hosts that a visit passes, in their order: without any step it is the platform's own address, the empty text. */
export function wayOf(steps: HostSteps): [string, ...string[]] {
  const [first = '', ...rest] = HOST_STEPS.map((step) => steps[step]).filter((host) => host !== '');
  return [first, ...rest];
}

/** Every host that a code answers on. */
export function hostsOf(code: HostsOfCode): string[] {
  return [...new Set([...wayOf(stepsOf(code)), ...(code.printed_domains ?? [])])];
}

/** What is stored of the hosts of a code. */
export interface HostFields extends HostSteps {
  /** The first of them, which is printed. */
  domain: string;
  /** All of them, to be asked for; none on the platform's own address. */
  way_domains: string[];
  /** Hosts that it was printed with before. */
  printed_domains: string[];
}

/** What is stored of a code that is put on hosts. `printed`: those that stand on paper already. */
export function hostFields(steps: HostSteps, printed: readonly string[] = []): HostFields {
  const way = wayOf(steps);
  const [domain] = way;
  return {
    ...steps,
    domain,
    way_domains: way.filter((host) => host !== ''),
    printed_domains: [...new Set(printed)].filter((host) => host !== domain),
  };
}

/** Hosts that stand on paper: today's and those before. */
export function printedOf(code: HostsOfCode): string[] {
  return [...new Set([...(code.printed_domains ?? []), code.domain])];
}

/** The hosts that a group gives to new codes; groups that were made before there were domains give none. */
export function groupSteps({
  short_domain = '',
  entry_domain = '',
  landing_domain = '',
}: StepChange): HostSteps {
  return { short_domain, entry_domain, landing_domain };
}

/** A name in the form that domains are stored in. What is more than a name, or none, stays as it is: nobody has it. */
function asciiHost(host: string): string {
  if (/^[\p{ASCII}]*$/u.test(host) || /[\s/\\?#@:[\]%]/u.test(host)) return host;
  return URL.parse(`http://${host}/`)?.hostname ?? host;
}

/** A host for each step of a visit; left out: as it is, or as a group says. Empty: the step is skipped. */
export const zSteps = {
  short_domain: zHost.optional(),
  entry_domain: zHost.optional(),
  landing_domain: zHost.optional(),
};

/** A place of a code: where and under what it is found. */
export const placeKey = (host: string, short_code: string): string => `${host}/${short_code}`;
