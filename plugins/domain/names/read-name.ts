import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import { readsAsLatin } from './look-alike.ts';
import { type NameFault, readEnteredName } from './rules.ts';
import { isMixed } from './scripts.ts';

/** A name that can be somebody's. */
export interface ReadName {
  /** As the DNS has it: ASCII, lower case, without the dot at its end. */
  name: string;
  /** In its own script. */
  shown: string;
  /** What was registered at a registry: names below one have one owner each, and are settled one after the other. */
  registrable: string;
}

/** What only the server can say of a name; the words are `domain.fault.<fault>`. */
export type ServerFault = NameFault | 'no_suffix' | 'suffix' | 'look_alike' | 'own';

/**
 * Reads an entered name.
 * @param ownHosts names of this installation, which show the back-office
 */
export function readName(text: string, ownHosts: readonly string[]): ReadName | { fault: ServerFault } {
  const entered = readEnteredName(text);
  if ('fault' in entered) return entered;
  const { name } = entered;
  const shown = domainToUnicode(name);
  const labels = shown.split('.');
  // What was entered as xn--… shows what it is only now.
  if (labels.some(isMixed)) return { fault: 'mixed' };
  if (labels.some((label) => readsAsLatin(label, labels.at(-1) ?? ''))) return { fault: 'look_alike' };
  if (ownHosts.includes(name)) return { fault: 'own' };
  const { domain, isIcann, isPrivate } = parse(name, { allowPrivateDomains: true });
  if (isIcann !== true && isPrivate !== true) return { fault: 'no_suffix' };
  if (domain === null) return { fault: 'suffix' };
  return { name, shown, registrable: domain };
}

/** What was registered at a registry of which a host is part; the host itself where nothing was. */
export const registrableOf = (host: string): string =>
  parse(host, { allowPrivateDomains: true }).domain ?? host;

/** Whether one of two names is the other, or stands below it. */
export function areRelated(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}
