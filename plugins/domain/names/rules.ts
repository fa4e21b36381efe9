import { isMixed } from './scripts.ts';

/** A name with `_waypost.` before it must still be one: 253 letters (RFC 1035) less these. */
const LONGEST_NAME = 253 - '_waypost.'.length;
const LONGEST_LABEL = 63;
const LABEL = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
/** What a name is not written with; a browser's own reading of addresses would take some of it for something else. */
const FOREIGN = /[\s/?#@:%\\[\]<>^|"'`(){},;!$&+=~]/u;

/** What is wrong with a name that somebody entered; the words are `domain.fault.<fault>`. */
export type NameFault = 'form' | 'wildcard' | 'address' | 'too_long' | 'single' | 'mixed';

/** An entered name as the DNS has it, or what is wrong with it. The same in a browser and on the server. */
export function readEnteredName(text: string): { name: string } | { fault: NameFault } {
  const entered = text.trim().replace(/[.。．｡]$/u, '');
  if (entered.includes('*')) return { fault: 'wildcard' };
  if (/^\[?[0-9a-f]*:[0-9a-f:.]*\]?$/i.test(entered)) return { fault: 'address' };
  if (entered === '' || FOREIGN.test(entered)) return { fault: 'form' };
  const url = URL.parse(`http://${entered}/`);
  if (url === null) return { fault: entered.length > LONGEST_NAME ? 'too_long' : 'form' };
  const name = url.hostname;
  const labels = name.split('.');
  if (/^[\d.]+$/.test(name)) return { fault: 'address' };
  if (name.length > LONGEST_NAME || labels.some((label) => label.length > LONGEST_LABEL))
    return { fault: 'too_long' };
  if (!labels.every((label) => LABEL.test(label))) return { fault: 'form' };
  if (labels.length < 2) return { fault: 'single' };
  if (entered.split(/[.。．｡]/u).some(isMixed)) return { fault: 'mixed' };
  return { name };
}
