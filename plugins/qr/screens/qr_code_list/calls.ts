import {
  defineCall,
  pageOf,
  pagingShape,
  SHORT_CODE_PATTERN,
  VISIT_NUMBER_FACTS,
  VISIT_TEXT_FACTS,
  visitPicture,
  zId,
  zSealed,
  zTime,
  zVisitRuleParameter,
} from '@waypost/contract';
import { z } from 'zod';
import { ERROR_LEVELS, QUIET_ZONE, zDesign } from '../../codes/design/values.ts';
import { zSteps } from '../../codes/hosts/values.ts';
import { CODE_BODY_BYTES, codeResource, zCodeState, zOptions, zTargets } from './resource.ts';

const area = 'qr_code_list';
/** Most codes that are changed together, all of them or none. */
export const BATCH_MAX_CODES = 200;
/** Most codes that one `batch_update` changes as far as it can. */
export const BATCH_MAX_PARTIAL = 1_000;

/** Room for pictures that are somewhat too large, so that their answer says what is wrong with them. */
const LOGO_BODY_BYTES = 1_048_576;

/** Pixels of a side; a poster of 35 cm at 300 dpi needs about 4,000. */
export const PICTURE_SIZE = { min: 64, max: 4096, default: 512 } as const;

export const zPictureStyle = z.strictObject({
  format: z.enum(['svg', 'png', 'pdf']).optional(),
  size: z.int().min(PICTURE_SIZE.min).max(PICTURE_SIZE.max).optional(),
  error_level: z.enum(ERROR_LEVELS).optional(),
  quiet_zone: z.int().min(QUIET_ZONE.min).max(QUIET_ZONE.max).optional(),
});
export type PictureStyle = z.infer<typeof zPictureStyle>;

/** `data`: the text of an SVG, or a PNG or PDF in base64. */
export const zPicture = z.object({
  media_type: z.enum(['image/svg+xml', 'image/png', 'application/pdf']),
  data: z.string(),
});
export type Picture = z.infer<typeof zPicture>;

/** What the single-purpose changes answer: the version to send with the next change. */
const zChanged = z.object({ id: zId, version: z.int() });
/** Without `version` the change applies to whatever stands there; with it a stale one is 409. */
const change = { id: zId, version: z.int().min(0).optional() };

export const pictureCall = defineCall({
  area,
  call: 'picture',
  body: zPictureStyle.extend({ id: zId }),
  result: zPicture,
  access: { permission: 'qr.code:read' },
  summary:
    'The QR picture of a code in its design: SVG text, or PNG or PDF in base64; without a design the error level and quiet zone of the body count',
});

export const logoCall = defineCall({
  area,
  call: 'logo',
  body: z.strictObject({
    data: z.base64().min(1),
  }),
  result: z.object({ logo: z.string() }),
  access: { permission: 'qr.code:create' },
  ratePerMinute: 30,
  bodyLimit: LOGO_BODY_BYTES,
  summary: 'Makes a logo for `design.logo` of a PNG, JPEG or WebP picture in base64',
});

export const targetPictureCall = defineCall({
  area,
  call: 'target_picture',
  body: z.strictObject({
    data: z.base64().min(1).max(CODE_BODY_BYTES),
  }),
  result: z.object({ picture: visitPicture, width: z.int(), height: z.int() }),
  access: { permission: 'qr.code:create' },
  ratePerMinute: 30,
  bodyLimit: CODE_BODY_BYTES,
  summary:
    'Keeps a PNG, JPEG or WebP picture in base64, drawn anew, for a target to show: `targets: [{ picture }]`',
});

export const keptPictureCall = defineCall({
  area,
  call: 'kept_picture',
  body: z.strictObject({
    picture: visitPicture,
    /** The code that shows it, where somebody else has kept it. */
    id: zId.optional(),
  }),
  result: z.object({ data: z.string() }),
  access: { permission: 'qr.code:read' },
  summary:
    'A picture that targets show, as visitors see it: a PNG in base64, for who has kept it or reaches the code that shows it',
});

export const providersCall = defineCall({
  area,
  call: 'providers',
  body: z.strictObject({}),
  result: z.object({ providers: z.array(z.object({ name: z.string(), title: z.string() })) }),
  access: { permission: 'qr.code:create' },
  summary: 'Who proposes short codes besides chance, as plugins contribute it',
});

/** What a parameter is compared with: a fact of the visit, or `share` for so many of a thousand visits. */
export const zRuleFact = z.enum([...VISIT_TEXT_FACTS, ...VISIT_NUMBER_FACTS, 'address', 'share']);
export type RuleFact = z.output<typeof zRuleFact>;

/** A kind of visit rule as a form needs it, in the reader's language. */
export const zRuleKindView = z.object({
  name: z.string(),
  title: z.string(),
  /** False: by what it goes a rule may only refuse. */
  may_lead: z.boolean(),
  parameters: z.array(
    z.object({
      name: z.string(),
      ...zVisitRuleParameter.shape,
      title: z.string(),
      help: z.string().optional(),
      /** Left out where any part of a text may stand. */
      fact: zRuleFact.optional(),
      /** Where parts of a text may stand: of what, so that the usual ones can be offered. */
      part: zRuleFact.optional(),
    }),
  ),
});
export type RuleKindView = z.output<typeof zRuleKindView>;
export type RuleParameterView = RuleKindView['parameters'][number];

export const ruleKindsCall = defineCall({
  area,
  call: 'rule_kinds',
  body: z.strictObject({}),
  result: z.object({ kinds: z.array(zRuleKindView) }),
  access: { permission: 'qr.code:read' },
  summary: 'Kinds of visit rules that active plugins offer, with their parameters',
});

export const draftCall = defineCall({
  area,
  call: 'draft',
  body: z.strictObject({
    short_code: z.string().regex(SHORT_CODE_PATTERN).optional(),
    /** Who proposes it, of `providers`; left out: chance. */
    provider: z.string().min(1).max(120).optional(),
    /** Where it is to stand, and the group that says so where nothing is chosen. */
    ...zSteps,
    group: zId.nullable().optional(),
  }),
  result: z.object({ short_code: z.string(), short_url: z.string(), sample_url: z.string() }),
  access: { permission: 'qr.code:create' },
  ratePerMinute: 240,
  summary:
    'A free short code before it is saved, its address, and a sample of what its picture will encode; 409 when the wanted one is taken',
});

export const updateUrlCall = defineCall({
  area,
  call: 'update_url',
  body: z.strictObject({ ...change, targets: zTargets }),
  result: zChanged,
  access: { permission: 'qr.code:update' },
  bodyLimit: CODE_BODY_BYTES,
  summary: 'Replaces the targets of a code',
});

export const updateRestrictionVisitCall = defineCall({
  area,
  call: 'update_restriction_visit',
  body: z.strictObject({
    ...change,
    visit_restriction: zOptions.visit_restriction,
    access_mode: zOptions.access_mode.optional(),
  }),
  result: zChanged,
  access: { permission: 'qr.code:update' },
  summary: 'Says who may visit a code',
});

export const updateOpenLogCall = defineCall({
  area,
  call: 'update_open_log',
  body: z.strictObject({ ...change, open_log: zOptions.open_log }),
  result: zChanged,
  access: { permission: 'qr.code:update' },
  summary: 'Says whether raw visits of a code are kept (1 no, 2 yes)',
});

const { open_log, access_mode, visit_restriction, jump_type, rotation_model, visibility } = zOptions;

export const batchUpdateCall = defineCall({
  area,
  call: 'batch_update',
  body: z
    .strictObject({
      ids: z.array(zId).min(1).max(BATCH_MAX_PARTIAL),
      state: zCodeState.optional(),
      targets: zTargets.optional(),
      expires_at: zTime.nullable().optional(),
      expires_after: codeResource.fields.expires_after.schema.optional(),
      expired_target: codeResource.fields.expired_target.schema.optional(),
      jump_type: jump_type.optional(),
      forward_query: z.boolean().optional(),
      rotation_model: rotation_model.optional(),
      visit_rules: codeResource.fields.visit_rules.schema.optional(),
      /** Nobody is asked for a password any more. */
      has_password: z.literal(false).optional(),
      /** All of them ask for this one. */
      visit_password: zSealed.optional(),
      access_mode: access_mode.optional(),
      visit_restriction: visit_restriction.optional(),
      open_log: open_log.optional(),
      visibility: visibility.optional(),
      design: zDesign.nullable().optional(),
      /** Codes that cannot be changed so stay as they are, and the answer says why; left out: one of them refuses all. */
      is_partial: z.boolean().optional(),
    })
    .refine(({ ids, is_partial }) => is_partial === true || ids.length <= BATCH_MAX_CODES, { path: ['ids'] }),
  /** `refused`: without `is_partial` none. `reason`: in the reader's language. */
  result: z.object({
    updated: z.int(),
    refused: z.array(z.object({ id: zId, name: z.string(), reason: z.string() })),
  }),
  access: { permission: 'qr.code:update' },
  bodyLimit: CODE_BODY_BYTES,
  summary:
    'Changes the same fields of up to 200 codes, all of them or none, or with `is_partial` of up to 1,000 all that can be',
});

/** Longest reason of a freeze, characters: two or three sentences. */
export const FREEZE_REASON_MAX_LENGTH = 500;
const zSomeIds = z.array(zId).min(1).max(BATCH_MAX_CODES);

export const freezeCall = defineCall({
  area,
  call: 'freeze',
  body: z.strictObject({ ids: zSomeIds, reason: z.string().trim().min(1).max(FREEZE_REASON_MAX_LENGTH) }),
  result: z.object({ frozen: z.int() }),
  access: { permission: 'qr.code_admin:freeze' },
  summary:
    'Freezes up to 200 codes for a reason that their owners read: visits answer 451 until the freeze is lifted',
});

export const liftCall = defineCall({
  area,
  call: 'lift',
  body: z.strictObject({ ids: zSomeIds }),
  result: z.object({ lifted: z.int() }),
  access: { permission: 'qr.code_admin:freeze' },
  summary: 'Lifts the freeze of up to 200 codes: each answers as its owner has left it',
});

export const lookCall = defineCall({
  area,
  call: 'look',
  body: z.strictObject({ id: zId }),
  result: z.object({ address: z.url() }),
  access: { permission: 'qr.code:read' },
  ratePerMinute: 30,
  summary: 'An address, good for a minute, under which a code can be tried without being counted',
});

export const CHANGE_VERBS = [
  ...(['add', 'update', 'bin', 'restore', 'freeze', 'lift', 'give'] as const),
  ...(['clear_visits', 'restore_visits', 'erase_visits'] as const),
] as const;
/** Who changed something: the reader, the owner of now or of then, an operator, or the server by itself. */
export const CHANGE_AUTHORS = ['you', 'owner', 'former_owner', 'operator', 'server'] as const;

export const zCodeChange = z.object({
  time: z.string(),
  verb: z.enum(CHANGE_VERBS),
  author: z.enum(CHANGE_AUTHORS),
  /** Its account, for those who see the codes of every owner; else empty. */
  account: z.string(),
  via: z.enum(['session', 'api_key']),
  /** What differs, as the fields have it; of a design a part at a time (`design.finder`), of a logo only whether there is one. */
  fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type CodeChangeView = z.infer<typeof zCodeChange>;

export const changesCall = defineCall({
  area,
  call: 'changes',
  body: z.strictObject({ id: zId, ...pagingShape }),
  result: pageOf(zCodeChange),
  access: { permission: 'qr.code:read' },
  summary: 'Who changed what of a code, the last change first; operators are named to operators only',
});

export const changeOwnerCall = defineCall({
  area,
  call: 'change_owner',
  body: z.strictObject({ ids: zSomeIds, owner: zId }),
  result: z.object({ changed: z.int() }),
  access: { permission: 'qr.code_admin:change_owner' },
  summary:
    'Gives up to 200 codes to another account: addresses, targets and statistics stay with the code, its shared page ends',
});
