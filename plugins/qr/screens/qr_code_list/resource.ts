import {
  AccessMode,
  APP_ADDRESS_MAX_LENGTH,
  codeOf,
  defineResource,
  field,
  JumpType,
  normalizeAppAddress,
  RotationModel,
  SHORT_CODE_PATTERN,
  ShortCodeVisibility,
  targetUrl,
  VISIT_LINK_MAX_PRINTED,
  VISIT_LINK_MAX_RULES,
  VISIT_TARGET_MAX_NUMBER,
  VisitRestriction,
  visitContact,
  visitPicture,
  YesNo,
  zId,
  zSealed,
  zTime,
  zVisitRule,
  zVisitRuleAction,
} from '@waypost/contract';
import { z } from 'zod';
import { ADDRESS_STATUSES, zAddressError } from '../../codes/addresses/values.ts';
import { zDesign } from '../../codes/design/values.ts';
import { groupReference, zTag, zTags } from '../../codes/groups/values.ts';
import { zHost } from '../../codes/hosts/values.ts';
import { GENERATION_TYPES, zProviderId } from '../../codes/providers/values.ts';
import { leavesFirstTarget, ROTATION_STAYS } from '../../codes/rotation/rules.ts';
import { CODE_STATUSES } from '../../codes/status/rules.ts';
import { poolReference } from '../../pools/values.ts';

/** Most targets that one code may rotate over. */
export const CODE_MAX_TARGETS = 50;
/** Room for that many of the longest targets, for rules with thousands of values, and for a picture in the design. */
export const CODE_BODY_BYTES = 1_048_576;

const count = z.int().min(0).max(VISIT_TARGET_MAX_NUMBER);

const zApp = z
  .string()
  .max(APP_ADDRESS_MAX_LENGTH)
  .refine((address) => address === '' || normalizeAppAddress(address) !== undefined, {
    message: 'app_address',
  });
/** A target leads to an address, shows a picture or a contact, or is a pool of these: one of the four. */
export const zTarget = z
  .strictObject({
    url: targetUrl.optional(),
    /** Opened first on the page of jump types 1-5, by system; empty: nothing is. */
    app_ios: zApp.optional(),
    app_android: zApp.optional(),
    /** As `target_picture` has named it. */
    picture: visitPicture.optional(),
    contact: visitContact.optional(),
    /** A pool of the code's owner; `internal_code_grouping`. */
    pool: zId.optional(),
    /** Share in random rotation; left out: 1. */
    weight: count.optional(),
    /** Visits before sequential rotation moves on; left out: no limit. */
    threshold: count.optional(),
    remark: z.string().max(200).optional(),
  })
  .superRefine(({ url, picture, contact, pool, app_ios, app_android }, check) => {
    const given = [url, picture, contact, pool].filter((one) => one !== undefined).length;
    if (given !== 1) check.addIssue({ code: 'custom', path: ['url'], message: 'code_target_kind' });
    for (const [path, app] of Object.entries({ app_ios, app_android }))
      if (app && url === undefined) check.addIssue({ code: 'custom', path: [path], message: 'target_app' });
  });
export type Target = z.infer<typeof zTarget>;

export const zTargets = z.array(zTarget).min(1).max(CODE_MAX_TARGETS);
/** A rule of a kind that some plugin declares; the first of a code that matches a visit decides. */
export const zCodeRule = z.strictObject({
  kind: z.string().min(1).max(80),
  parameters: z.record(z.string().max(40), z.unknown()),
  action: zVisitRuleAction,
});
export type CodeRule = z.infer<typeof zCodeRule>;

/** Kept off by its owner, or answering visits. Binned and expired are not states: they follow from times. */
export const CODE_STATES = ['on', 'off'] as const;
export const zCodeState = z.enum(CODE_STATES);
export const zOptions = {
  jump_type: codeOf(JumpType),
  rotation_model: codeOf(RotationModel),
  access_mode: codeOf(AccessMode),
  visit_restriction: codeOf(VisitRestriction),
  open_log: codeOf(YesNo),
  visibility: codeOf(ShortCodeVisibility),
};
const joined = { stored: false, write: 'none' } as const;

/** A QR code and the short link it carries. */
export const codeResource = defineResource({
  name: 'qr.code',
  area: 'qr_code_list',
  title: 'name',
  access: 'own',
  hasBin: true,
  onUninstall: 'keep',
  bodyLimit: CODE_BODY_BYTES,
  rules: [{ path: 'targets.0.threshold', messageKey: ROTATION_STAYS, holds: leavesFirstTarget }],
  fields: {
    name: field(z.string().trim().min(1).max(100), {
      list: true,
      filter: 'contains',
      search: true,
      sort: true,
    }),
    /** Name of the shared statistics page; unique per owner where it is given. */
    file_name: field(z.string().trim().max(64), { list: 'hidden', search: true, default: '' }),
    /** Opens the shared statistics page; blank leaves it as it is, and clearing the share name ends the sharing. */
    share_password: field(zSealed.optional(), {
      control: 'password',
      sealed: true,
      secret: true,
      stored: false,
    }),
    is_shared: field(z.boolean(), { write: 'none', default: false }),
    share_password_hash: field(z.string(), { write: 'none', secret: true, default: '' }),
    /** The share name while the code is shared: no two owners share under one name. */
    share_key: field(z.string(), { write: 'none', secret: true, default: '' }),
    /** When the password of the shared page was set last; null: it has none. */
    share_set_time: field(zTime.nullable(), { write: 'none', default: null }),
    /** When somebody last looked at the shared page, to the minute; null: nobody since the password was set. */
    share_view_time: field(zTime.nullable(), { write: 'none', default: null }),
    short_code: field(z.string().regex(SHORT_CODE_PATTERN), {
      list: true,
      search: true,
      filter: 'contains',
      write: 'create',
      default: '',
    }),
    /** The same in small letters, to find those that differ by capitals alone. */
    small_code: field(z.string(), { write: 'none', secret: true, default: '' }),
    /** Answers in capitals as well, as what people type from print may be; its short code is in small letters then. */
    ignore_case: field(z.boolean(), { write: 'create', default: false }),
    /** The first host of a visit, which is printed; empty: the platform's own. Given with a new code it is put where its kind belongs. */
    domain: field(zHost, { write: 'create', default: '' }),
    /** Where a visit begins, passes and arrives: hosts that its owner may use; empty: that step is skipped. */
    short_domain: field(zHost, { default: '' }),
    entry_domain: field(zHost, { default: '' }),
    landing_domain: field(zHost, { default: '' }),
    /** The same to ask for. */
    way_domains: field(z.array(zHost), { write: 'none', secret: true, default: [] }),
    /** One of them. */
    host: field(zHost, { ...joined, filter: 'equals' }),
    /** Hosts that it was printed with before, where it goes on answering; the empty text is the platform's own. */
    printed_domains: field(z.array(zHost).max(VISIT_LINK_MAX_PRINTED), { write: 'none', default: [] }),
    /** Short-code generation types; docs/product.md, "States". */
    generation_type: field(z.int().min(1).max(13), {
      filter: 'equals',
      write: 'create',
      control: 'select',
      options: GENERATION_TYPES,
      default: 3,
    }),
    /** Who makes its address, of `short_code/providers`; empty: the platform itself. */
    provider: field(zProviderId, { write: 'create', default: '' }),
    /** What they were called then. */
    provider_name: field(z.string(), { write: 'none', default: '' }),
    /** What a provider has made of the short link, which goes on answering beside it; empty: nothing. */
    address: field(z.string(), { write: 'none', default: '' }),
    address_status: field(z.enum(ADDRESS_STATUSES), { write: 'none', filter: 'equals', default: 'own' }),
    /** Why the last trial made none: which failure, and what it is said of. */
    address_error: field(zAddressError.nullable(), { write: 'none', default: null }),
    /** The same in the reader's language; empty: it did not fail. */
    address_fault: field(z.string(), joined),
    /** Hidden ones stand on the list of short codes alone; visits go on. */
    visibility: field(zOptions.visibility, { filter: 'equals', default: ShortCodeVisibility.show }),
    /** The same to ask for: codes that were made before have no visibility. */
    is_listed: field(z.boolean(), { ...joined, filter: 'equals' }),
    targets: field(zTargets, {
      // A printed code has none before somebody gives it one.
      shown: z.array(zTarget).max(CODE_MAX_TARGETS),
      list: true,
      search: ['url', 'remark'],
      control: 'targets',
    }),
    rotation_model: field(zOptions.rotation_model, {
      list: 'hidden',
      filter: 'in',
      default: RotationModel.sequential,
    }),
    /** The round of sequential rotation whose last target its owner was told of; empty: of none yet. */
    told_round: field(z.string(), { write: 'none', secret: true, default: '' }),
    jump_type: field(zOptions.jump_type, { list: 'hidden', filter: 'in', default: JumpType.locationReplace }),
    /** Query parameters of a visit are handed on to the target. */
    forward_query: field(z.boolean(), { list: 'hidden', default: false }),
    access_mode: field(zOptions.access_mode, {
      list: 'hidden',
      filter: 'in',
      default: AccessMode.unrestricted,
    }),
    visit_restriction: field(zOptions.visit_restriction, {
      list: 'hidden',
      filter: 'in',
      default: VisitRestriction.none,
    }),
    /** Visitors are asked for a password before they are led on. */
    has_password: field(z.boolean(), {
      list: 'hidden',
      filter: 'equals',
      default: false,
    }),
    /** That password; blank leaves it as it is, and switching `has_password` off forgets it. */
    visit_password: field(zSealed.optional(), {
      control: 'password',
      sealed: true,
      secret: true,
      stored: false,
      autoComplete: 'new-password',
    }),
    visit_password_hash: field(z.string(), { write: 'none', secret: true, default: '' }),
    /** When that password was set last; null: there is none. */
    guard_set_time: field(zTime.nullable(), { write: 'none', default: null }),
    visit_rules: field(z.array(zCodeRule).max(VISIT_LINK_MAX_RULES), { default: [] }),
    /** The same as the visit path takes them, filled in when they were saved. */
    published_rules: field(z.array(zVisitRule), { write: 'none', secret: true, default: [] }),
    open_log: field(zOptions.open_log, { list: 'hidden', default: YesNo.no }),
    expires_at: field(zTime.nullable(), { list: 'hidden', sort: true, control: 'datetime', default: null }),
    /** Counted visits after which it has expired; null: never. */
    expires_after: field(z.int().min(1).max(VISIT_TARGET_MAX_NUMBER).nullable(), {
      list: 'hidden',
      unit: 'qr.code.expires_after.unit',
      default: null,
    }),
    /** Where visits are led once it has expired; null: they are told so. */
    expired_target: field(targetUrl.nullable(), { list: 'hidden', control: 'url', default: null }),
    /** When it was seen that its visits are used up; null: they are not, or nobody has looked yet. */
    used_up_at: field(zTime.nullable(), { write: 'none', secret: true, default: null }),
    state: field(zCodeState, { list: true, filter: 'in', default: 'on' }),
    /** What follows from switch, expiry and freeze. */
    status: field(z.enum(CODE_STATUSES), {
      ...joined,
      filter: 'equals',
      quick: true,
      // Unclaimed ones stand on the page of their batch.
      options: CODE_STATUSES.filter((status) => status !== 'unclaimed'),
    }),
    /** Switched off by an operator: nothing that the owner does brings visits back. */
    is_frozen: field(z.boolean(), { write: 'none', filter: 'equals', default: false }),
    frozen_at: field(zTime.nullable(), { write: 'none', default: null }),
    /** Why, in the operator's words; the owner reads it. */
    frozen_reason: field(z.string(), { write: 'none', default: '' }),
    frozen_by: field(z.string(), { write: 'none', secret: true, default: '' }),
    /** The account whose disabling froze it, or the host that it was frozen for, so that just this is lifted; empty: an operator's own freeze, or none. */
    frozen_with: field(z.string(), { write: 'none', secret: true, default: '' }),
    /** Hosts for which an operator lifted it although they were still frozen: it stays so until they are no more. */
    lifted_hosts: field(z.array(zHost).optional(), { write: 'none', secret: true }),
    /** Answers nobody for now: the membership of its owner is over, or the visits of the day are used up. */
    is_paused: field(z.boolean(), { write: 'none', default: false }),
    /** Its open log keeps nothing for now: as many single visits are kept as its owner may have. */
    is_log_held: field(z.boolean(), { write: 'none', default: false }),
    remark: field(z.string().max(500), { list: 'hidden', search: true, control: 'textarea', default: '' }),
    /** Of its owner's; null: in none. */
    group: field(zId.nullable(), { list: 'hidden', filter: 'equals', ref: groupReference, default: null }),
    tags: field(zTags, { list: 'hidden', default: [] }),
    /** A pool that one of its targets is, to ask for. */
    pool: field(zId, { ...joined, filter: 'equals', ref: poolReference }),
    /** One of them, to ask for. */
    tag: field(zTag, { ...joined, filter: 'equals' }),
    /** Look of the picture; null: black squares on white. A new code that says nothing of it begins with its owner's brand. */
    design: field(zDesign.nullable().optional(), { control: 'design' }),
    /** A short link, which stands on its own list; else a code with a picture. */
    is_link: field(z.boolean(), { write: 'create', default: false }),
    /** The same to ask for: codes that were made before have neither. */
    is_short_link: field(z.boolean(), { ...joined, filter: 'equals' }),
    /** File and line that it was made of, so that an import that begins anew makes none twice. */
    upload: field(z.string(), { write: 'none', secret: true, default: '' }),
    upload_line: field(z.int(), { write: 'none', secret: true, default: 0 }),
    /** Contribution and id of the page that its label was made for, such as `shop.products/17`; empty: none. */
    page: field(z.string(), { write: 'none', secret: true, default: '' }),
    /** The print batch that it was made with, and its number there; null: it was made by itself. */
    batch: field(zId.nullable(), { write: 'none', filter: 'equals', default: null }),
    batch_number: field(z.int(), { write: 'none', sort: true, default: 0 }),
    /** Printed before anybody has said where it leads: it has no target yet. */
    is_unclaimed: field(z.boolean(), { write: 'none', filter: 'equals', quick: true, default: false }),
    /** Sealed; what whoever it is handed to shows to have it. Empty: nobody but its owner claims it. */
    claim_secret: field(z.string(), { write: 'none', secret: true, default: '' }),
    /** Account of its owner; told to those who see the codes of every owner. */
    owner_account: field(z.string(), joined),
    short_url: field(z.string(), joined),
    /** The same on each host that it was printed with before. */
    printed_urls: field(z.array(z.string()), joined),
    /** What the picture encodes: the short address with the scan token. */
    qr_url: field(z.string(), joined),
    /** Read with the figures; as it is stored, up to a minute old, lists are sorted by it. */
    view_number: field(z.int(), { list: true, sort: true, write: 'none', default: 0 }),
    ip_view_number: field(z.int(), { ...joined, list: true }),
    bot_view_number: field(z.int(), { ...joined, list: 'hidden' }),
    /** Visits that were led to the expired target; in no other figure. */
    expired_view_number: field(z.int(), { ...joined, list: 'hidden' }),
    last_view_time: field(zTime.nullable(), { ...joined, list: 'hidden' }),
  },
  indexes: [
    { keys: { domain: 1, short_code: 1 }, unique: true },
    { keys: { short_code: 1 } },
    { keys: { small_code: 1 } },
    { keys: { way_domains: 1, _id: 1 } },
    { keys: { frozen_with: 1 }, partial: { is_frozen: true } },
    { keys: { lifted_hosts: 1 }, sparse: true },
    { keys: { way_domains: 1, owner: 1, _id: 1 } },
    { keys: { printed_domains: 1 } },
    { keys: { address: 1 }, partial: { address: { $gt: '' } } },
    { keys: { owner: 1, file_name: 1 }, unique: true, partial: { file_name: { $gt: '' } } },
    { keys: { share_key: 1 }, unique: true, partial: { share_key: { $gt: '' } } },
    { keys: { owner: 1, create_time: -1, _id: -1 } },
    { keys: { owner: 1, update_time: 1 } },
    { keys: { update_time: 1 } },
    {
      keys: { owner: 1, group: 1, remove_time: 1, create_time: -1, _id: -1 },
      partial: { group: { $gt: '' } },
    },
    { keys: { expires_after: 1 }, partial: { expires_after: { $gt: 0 } } },
    { keys: { 'targets.threshold': 1 }, sparse: true },
    { keys: { owner: 1, remove_time: 1, is_link: 1, visibility: 1, create_time: -1, _id: -1 } },
    { keys: { owner: 1, view_number: -1, _id: -1 } },
    { keys: { view_number: -1, _id: -1 } },
    { keys: { 'targets.pool': 1 }, sparse: true },
    { keys: { batch: 1, remove_time: 1, batch_number: 1, _id: 1 }, partial: { batch: { $gt: '' } } },
    { keys: { owner: 1, is_unclaimed: 1 }, partial: { is_unclaimed: true } },
    { keys: { remove_time: 1, _id: 1 } },
    { keys: { owner: 1, remove_time: 1, _id: 1 } },
    { keys: { upload: 1, upload_line: 1 }, partial: { upload: { $gt: '' } } },
    { keys: { owner: 1, page: 1 }, partial: { page: { $gt: '' } } },
  ],
  menu: {
    route: 'qr_code_list',
    parent: 'codes',
    sort: 90,
    icon: 'qrcode',
    roles: ['administrator', 'agent', 'customer'],
  },
});
