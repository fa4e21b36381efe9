import {
  defineCall,
  JumpType,
  LOCALES,
  pageOf,
  pagingShape,
  readTemplate,
  TEMPLATE_MAX_BYTES,
  type TemplateFault,
  zTime,
} from '@waypost/contract';
import { z } from 'zod';

const area = 'js_config';
/** Decides what visitors see on their way to the target. */
export const JS_CONFIG = 'system.js_config:update';
const access = { permission: JS_CONFIG };

/** A redirect, type 6, has no page. */
export const TEMPLATED_TYPES = [
  JumpType.locationReplace,
  JumpType.metaRefresh,
  JumpType.locationHref,
  JumpType.newTab,
  JumpType.samePage,
] as const;
export type TemplatedType = (typeof TEMPLATED_TYPES)[number];
const zType = z.literal(TEMPLATED_TYPES);

/** A page takes more as JSON: line ends and quotes. */
const BODY_BYTES = 262_144;

/** Locale key and parameters of what is wrong with a page. Braces are parameters: in a sentence they would be places to fill. */
export function templateFaultWords({ kind, line, name }: TemplateFault) {
  const braced = (text: string) => `{{${text}}}`;
  const isPlaceholder = ![
    'unquoted',
    'attribute',
    'style',
    'element',
    'unsure',
    'unfinished',
    'script_comment',
  ].includes(kind);
  const params = {
    line,
    place: isPlaceholder ? braced(name) : name,
    target: braced('target'),
    jump: braced('jump'),
    quoted: `'${braced('name')}'`,
    kilobytes: TEMPLATE_MAX_BYTES / 1024,
  };
  return { message: `system.js_config.fault.${kind}`, params };
}

/** What people write: HTML with placeholders, which is read as browsers would before anybody gets it. */
export const zTemplate = z
  .string()
  .min(1)
  .max(TEMPLATE_MAX_BYTES)
  .superRefine((html, check) => {
    if (html === '') return;
    const read = readTemplate(html);
    if ('fault' in read) check.addIssue({ code: 'custom', ...templateFaultWords(read.fault) });
  });
export const zNote = z.string().trim().max(200);

const versionShape = {
  jump_type: zType,
  /** 0: nobody has saved anything yet. */
  version: z.int().min(0),
  is_built_in: z.boolean(),
  note: z.string(),
  /** Bytes. */
  size: z.int(),
  time: zTime.nullable(),
  account: z.string().nullable(),
  /** The version that this one brought back. */
  restores: z.int().nullable(),
};
const zVersion = z.object({ ...versionShape, is_current: z.boolean() });
export type TemplateVersion = z.infer<typeof zVersion>;
const zView = z.object({ ...versionShape, html: z.string() });
export type TemplateView = z.infer<typeof zView>;

export const templatesInquire = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({}),
  result: z.object({ content: z.array(z.object(versionShape)) }),
  access,
  summary: 'Which page is in force for each jump type with a page, 1 to 5',
});

export const templateDetails = defineCall({
  area,
  call: 'details',
  /** Without a version: the one in force. */
  body: z.strictObject({ jump_type: zType, version: z.int().min(1).optional() }),
  result: zView,
  access,
  summary: 'The page of a jump type, as it was written',
});

export const templateUpdate = defineCall({
  area,
  call: 'update',
  /** `version`: the one in force. */
  body: z.strictObject({
    jump_type: zType,
    version: z.int().min(0),
    html: zTemplate,
    note: zNote.optional(),
  }),
  result: zView,
  access,
  bodyLimit: BODY_BYTES,
  summary: 'Puts another page in force for a jump type; what was in force before stays as a version',
});

export const templateBuiltIn = defineCall({
  area,
  call: 'built_in',
  body: z.strictObject({ jump_type: zType, version: z.int().min(0) }),
  result: zView,
  access,
  summary: 'Puts the built-in page of a jump type in force again, as a new version',
});

export const templateRestore = defineCall({
  area,
  call: 'restore',
  /** `version`: the one in force; `restores`: the one to put in force again. */
  body: z.strictObject({ jump_type: zType, version: z.int().min(1), restores: z.int().min(1) }),
  result: zView,
  access,
  summary: 'Puts an earlier version of a jump type’s page in force again, as a new one',
});

export const templateVersions = defineCall({
  area,
  call: 'versions',
  body: z.strictObject({ jump_type: zType, ...pagingShape }),
  result: pageOf(zVersion),
  access,
  summary: 'The versions of a jump type’s page, who saved them and when; newest first',
});

export const templatePreview = defineCall({
  area,
  call: 'preview',
  body: z.strictObject({ jump_type: zType, html: zTemplate, language: z.enum(LOCALES) }),
  result: z.object({ html: z.string() }),
  access,
  ratePerMinute: 120,
  bodyLimit: BODY_BYTES,
  summary: 'The page that a visitor would get, with a code and a target that are made up',
});
