import { cached } from './cached.ts';
import { queryOf } from './query-of.ts';

/** What the owner of an advertisement wrote into the address that it leads to (`utm_source` and so on). */
export interface Campaign {
  source: string;
  medium: string;
  name: string;
}

const NAMES = ['utm_source', 'utm_medium', 'utm_campaign'] as const;
/** Longer values are cut, as those of every dimension. */
const VALUE_LENGTH = 80;
const NONE: Campaign = { source: '', medium: '', name: '' };

/** The campaign of a visit's own query as one text, a line each; empty where it names none. Most visits have no query. */
export function campaignText(url: string): string {
  if (!url.includes('utm_')) return '';
  const query = queryOf(url);
  const values = NAMES.map((name) => cleaned(query.get(name)));
  return values.some((value) => value !== '') ? values.join('\n') : '';
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: lines part what is told, and no list shows the others
const CONTROLS = /[\u0000-\u001f\u007f]/g;
const cleaned = (value: string | null): string =>
  value === null ? '' : value.replace(CONTROLS, ' ').trim().slice(0, VALUE_LENGTH).toWellFormed();

/** The same of an address that a visit was led to: its owner's own parameters. Few addresses are led to many times. */
export function targetCampaignText(address: string): string {
  return address.includes('utm_') ? ofTargets(address) : '';
}

const ofTargets = cached(1_000, (address) => campaignText(address.split('#', 1)[0] ?? ''));

/** What `campaignText` wrote. */
export function campaignOf(text: string): Campaign {
  if (text === '') return NONE;
  const [source = '', medium = '', name = ''] = text.split('\n');
  return { source, medium, name };
}
