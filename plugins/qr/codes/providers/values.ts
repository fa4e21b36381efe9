import { GenerationType } from '@waypost/contract';
import { z } from 'zod';

/** The entry that makes nothing: short addresses are the platform's own. It is always there. */
export const NO_PROVIDER_ID = '000000000000000000000001';
/** How programs are told of it: as entry 1. */
export const NO_PROVIDER_NUMBER = '1';

const isNoProvider = (id: string): boolean => id === '' || id === NO_PROVIDER_NUMBER || id === NO_PROVIDER_ID;
/** The platform itself may be given as empty, as entry 1 or by its id. */
const zGivenProvider = z.string().regex(/^(?:1|[0-9a-f]{24})?$/);

/** Who makes an address; the platform itself is the empty text from here on. */
export const zProviderId = zGivenProvider.overwrite((id) => (isNoProvider(id) ? '' : id));

/** The entry of who makes addresses; that of the platform itself by its id from here on. */
export const zProviderEntry = zGivenProvider.overwrite((id) => (isNoProvider(id) ? NO_PROVIDER_ID : id));

/** How an address is made: by ourselves, by putting texts together, or by asking a server. */
export const PROVIDER_KINDS = ['self', 'template', 'http'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** How a server is asked; `preset`: as the type has it. */
export const PROVIDER_METHODS = ['preset', 'GET', 'POST'] as const;

/** What a type begins with; where a provider says something else of its own, that counts. */
export interface GenerationPreset {
  kind: ProviderKind;
  method: 'GET' | 'POST';
  body: string;
  /** Where the address stands in a JSON answer; empty: the answer is the address. */
  response_path: string;
}

const self: GenerationPreset = { kind: 'self', method: 'GET', body: '', response_path: '' };
const template: GenerationPreset = { ...self, kind: 'template' };
const get: GenerationPreset = { ...self, kind: 'http', response_path: 'url' };
const postJson: GenerationPreset = { ...get, method: 'POST', body: '{"url":"{url}"}' };
const postForm: GenerationPreset = { ...get, method: 'POST', body: 'url={url}', response_path: 'data.url' };

/** The generation types 1 to 13 (docs/product.md, "States"). None names a service: endpoints are the operator's own. */
export const GENERATION_PRESETS: Readonly<Record<number, GenerationPreset>> = {
  [GenerationType.getRequest]: get,
  [GenerationType.stringConcatenation]: template,
  [GenerationType.selfRunEntry]: self,
  [GenerationType.shortUrlPlatformA]: postJson,
  [GenerationType.shortUrlPlatformB]: postJson,
  [GenerationType.shortUrlPlatformC]: postForm,
  [GenerationType.natTunnel]: template,
  [GenerationType.companySearch]: template,
  [GenerationType.noteService]: postJson,
  [GenerationType.microblog]: postForm,
  [GenerationType.selfRunFailover]: self,
  [GenerationType.microblogNested]: postForm,
  [GenerationType.companySearchSubdomain]: template,
};

export const GENERATION_TYPES = Object.values<number>(GenerationType);

export function presetOf(generation_type: number): GenerationPreset {
  const preset = GENERATION_PRESETS[generation_type];
  if (preset === undefined) throw new TypeError(`generation type ${generation_type}: expected 1 to 13`);
  return preset;
}
