import { AppError } from '@waypost/contract';
import type { CollectionDeclaration, PluginContext } from '@waypost/sdk';
import { parse } from 'tldts';
import type { Looked } from '../stored.ts';
import type { Found } from '../values.ts';
import { type RdapServices, rdapAddress, rdapBase, readBootstrap } from './read-bootstrap.ts';
import { judgeRegistration, readRegistration } from './read-registration.ts';

const BOOTSTRAP = 'https://data.iana.org/rdap/dns.json';
const DAY_MS = 24 * 3_600_000;
/** So long one answer is good for all names below what was registered. */
const KEPT_MS = 3_600_000;
const MOST_KEPT = 500;
/** Registries refuse those who ask too often: one question at a time, and so long none, milliseconds. */
const PAUSE_MS = 500;
const LIMITS = { limitMs: 10_000, limitBytes: 512 * 1024 };
const ACCEPT = { accept: 'application/rdap+json, application/json;q=0.9' };

interface Bootstrap {
  _id: string;
  text: string;
  time: Date;
}
const COLLECTION: CollectionDeclaration<Bootstrap> = {
  name: 'rdap',
  onUninstall: 'drop',
  fields: { _id: String, text: String, time: Date },
};

/** One answer about a name. */
export interface RegistrationLook {
  found: Found;
  registration?: NonNullable<Looked['registration']>;
}

/** Asks registries by RDAP until when names are registered. Undefined: others are being asked, this one comes later. */
export type AskRegistration = (name: string, base: string) => Promise<RegistrationLook | undefined>;

/** @returns asks; of `base`, where an operator has set one, else of whom IANA's list names */
export function createRegistrations(context: PluginContext): AskRegistration {
  const kept = new Map<string, { look: RegistrationLook; at: number }>();
  const services = createBootstrap(context);
  let isAsking = false;
  let asked = Number.NEGATIVE_INFINITY;
  return async (host, base) => {
    // What was registered, whoever lends names below it.
    const name = parse(host, { allowPrivateDomains: false }).domain ?? host;
    const now = context.clock.now();
    const known = kept.get(name);
    if (known !== undefined && Math.abs(now - known.at) < KEPT_MS) return known.look;
    if (isAsking || Math.abs(now - asked) < PAUSE_MS) return undefined;
    isAsking = true;
    try {
      const look = await ask(context, name, base || (await services()));
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(name, { look, at: now });
      return look;
    } finally {
      isAsking = false;
      asked = context.clock.now();
    }
  };
}

async function ask(
  context: PluginContext,
  name: string,
  place: string | RdapServices | undefined,
): Promise<RegistrationLook> {
  const begun = performance.now();
  const unknown = (fault: 'no_rdap' | 'rdap_silent'): RegistrationLook => ({
    found: { finding: 'unknown', fault, by: '', ms: Math.round(performance.now() - begun) },
  });
  if (place === undefined) return unknown('rdap_silent');
  const base = typeof place === 'string' ? place : rdapBase(place, name);
  if (base === undefined) return unknown('no_rdap');
  const text = await get(context, rdapAddress(base, name));
  const registration = text === undefined ? undefined : readRegistration(text, name);
  if (registration === undefined) return unknown('rdap_silent');
  const judged = judgeRegistration(registration, context.clock.date());
  return { found: { ...judged, by: '', ms: Math.round(performance.now() - begun) }, registration };
}

/** Undefined: no usable answer. */
async function get(context: PluginContext, address: string): Promise<string | undefined> {
  try {
    const response = await context.internet.fetch(address, { headers: ACCEPT, ...LIMITS });
    return response.ok ? await response.text() : undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}

/** IANA's list, a day old at most where it can be had, and as it was where not; over restarts it stands in the store. */
function createBootstrap(context: PluginContext): () => Promise<RdapServices | undefined> {
  let known: { services: RdapServices | undefined; until: number } | undefined;
  return async () => {
    const now = context.clock.now();
    if (known !== undefined && now < known.until) return known.services;
    const rows = context.collection(COLLECTION);
    const stored = await rows.findById('bootstrap').lean();
    const isFresh = stored !== null && Math.abs(now - stored.time.getTime()) < DAY_MS;
    const text = isFresh ? stored.text : await get(context, BOOTSTRAP);
    const read = text === undefined ? undefined : readBootstrap(text);
    if (text !== undefined && read !== undefined && !isFresh)
      await rows.updateOne(
        { _id: 'bootstrap' },
        { $set: { text, time: context.clock.date() } },
        { upsert: true },
      );
    const services = read ?? (stored === null ? undefined : readBootstrap(stored.text));
    // What could not be had is tried again within the hour.
    known = { services, until: now + (read === undefined ? KEPT_MS : DAY_MS) };
    return services;
  };
}
