import type { PluginContext } from '@waypost/sdk';
import type { OwnPlace } from '../place/own-place.ts';
import { askReach, type ReachLook } from '../proof/ask-reach.ts';
import { askCertificate } from './ask-certificate.ts';
import { askDns, type DnsLook } from './ask-dns.ts';
import type { AskRegistration } from './rdap/ask-registration.ts';
import type { Looked, StoredWatch } from './stored.ts';
import type { Found } from './values.ts';

const REACH_MS = 5_000;

/** What holds for all looks of a while. */
export interface Surroundings {
  own: OwnPlace;
  /** The operator's, each asked in its turn. */
  resolvers: readonly string[];
  /** Whether https and its certificate are watched here. */
  isSafe: boolean;
  intervalMs: number;
  /** Where an operator has registries asked; empty: where IANA's list says. */
  rdapBase: string;
  askRegistration: AskRegistration;
}

/** What is looked at beside the DNS and what answers. */
export interface LookPlan {
  certificate: boolean;
  registration: boolean;
}

/** Looks at a name once. Nothing is written. */
export async function lookAtName(
  context: PluginContext,
  row: StoredWatch,
  around: Surroundings,
  plan: LookPlan,
): Promise<Looked> {
  const resolver = nextResolver(around.resolvers, row.resolver);
  const [dns, reach, registered] = await Promise.all([
    askDns(context, { name: row.name, resolver, own: around.own }),
    lookForReach(context, row.name, around.isSafe),
    plan.registration ? around.askRegistration(row.registrable, around.rdapBase) : undefined,
  ]);
  const { http, https } = reach;
  // What is wrong with a certificate is not waited for.
  const isRefused = https?.fault === 'no_safe_connection';
  const shown =
    around.isSafe && (plan.certificate || isRefused) ? await askCertificate(context, row.name) : undefined;
  if (isRefused && shown?.found.finding === 'bad') Object.assign(https, { fault: shown.found.fault });
  return {
    found: {
      dns: dnsFound(dns, http, https),
      http,
      ...(https === undefined ? {} : { https }),
      ...(shown === undefined ? {} : { certificate: shown.found }),
      ...(registered === undefined ? {} : { registration: registered.found }),
    },
    addresses: dns.addresses,
    certificate: shown?.certificate,
    registration: registered?.registration,
    resolver,
  };
}

/** The one behind that which was asked last; empty: there are none by name. */
function nextResolver(resolvers: readonly string[], last: string): string {
  return resolvers[(resolvers.indexOf(last) + 1) % Math.max(1, resolvers.length)] ?? '';
}

/** An address of somebody who hands visits on to us is as good as our own. */
function dnsFound(dns: DnsLook, http: Found, https: Found | undefined): Found {
  const { addresses: _, ...found } = dns;
  const comes = http.finding === 'good' || https?.finding === 'good';
  if (!comes || dns.addresses === undefined || dns.addresses.length === 0) return found;
  if (found.fault === 'points_elsewhere') return { ...found, finding: 'good', fault: 'through_proxy' };
  return found.fault === 'own_address_unknown' ? { ...found, finding: 'good', fault: '' } : found;
}

async function lookForReach(
  context: PluginContext,
  name: string,
  isSafe: boolean,
): Promise<{ http: Found; https?: Found }> {
  const plain = await timed(() => askReach(context, name, { limitMs: REACH_MS }));
  if (!isSafe) return { http: plain.found };
  // Whoever is led from http to https and gets here has seen both.
  if (plain.look.reach === 'here' && plain.look.isSafe) return { http: plain.found, https: plain.found };
  const safe = await timed(() => askReach(context, name, { scheme: 'https', limitMs: REACH_MS }));
  // It leads to https, and what is wrong there is said there.
  const isLed = plain.look.fault === 'no_safe_connection';
  return { http: isLed ? { ...plain.found, finding: 'unknown' } : plain.found, https: safe.found };
}

const FINDINGS = { here: 'good', elsewhere: 'bad', unknown: 'unknown' } as const;

async function timed(ask: () => Promise<ReachLook>): Promise<{ look: ReachLook; found: Found }> {
  const begun = performance.now();
  const look = await ask();
  const { reach, fault } = look;
  return {
    look,
    found: { finding: FINDINGS[reach], fault, by: '', ms: Math.round(performance.now() - begun) },
  };
}
