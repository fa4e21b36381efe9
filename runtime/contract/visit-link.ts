import { z } from 'zod';
import { codeOf } from './code-of.ts';
import {
  AccessMode,
  JumpType,
  RotationModel,
  SHORT_CODE_PATTERN,
  VisitRestriction,
  YesNo,
} from './constants.ts';

/** Longest target address, in characters after URL parsing. */
export const TARGET_URL_MAX_LENGTH = 2048;
/** Most targets of one link. */
export const VISIT_LINK_MAX_TARGETS = 100;
/** Largest weight and threshold: what an unsigned 32 bit column holds. */
export const VISIT_TARGET_MAX_NUMBER = 4_294_967_295;
/** What a link answers: its target, or the page of contract.md for that state. */
export const VISIT_LINK_STATES = ['on', 'removed', 'expired', 'frozen', 'off'] as const;
export type VisitLinkState = (typeof VISIT_LINK_STATES)[number];

// Browsers drop tab and newline inside an address and read a backslash as a slash, so what a person checked
// and what opens would differ. Bidirectional controls make an address look like another one.
const FORBIDDEN_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\\\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;
const WEB_SCHEME = /^https?:\/\/[^/]/i;

/**
 * The address as visitors are sent to it (parsed, ASCII, percent-encoded), or undefined when it may not be a target.
 * Rules of security.md, row Targets: http and https only, after URL parsing; no user name or password; no control
 * characters or backslashes; a scheme and two slashes are required, so `//evil` and `/\evil` fail.
 */
export function normalizeTarget(address: string): string | undefined {
  if (address.length === 0 || address.length > TARGET_URL_MAX_LENGTH) return undefined;
  if (address.trim() !== address || FORBIDDEN_CHARACTERS.test(address) || !WEB_SCHEME.test(address)) {
    return undefined;
  }
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  if (url.username !== '' || url.password !== '' || url.hostname === '') return undefined;
  return url.href.length > TARGET_URL_MAX_LENGTH ? undefined : url.href;
}

/** Whether an address may be the target of a link, an expiry page, a banner or a forward rule. */
export function isAllowedTarget(address: string): boolean {
  return normalizeTarget(address) !== undefined;
}

/** An http(s) address that a visitor may be sent to. Kept as the user wrote it; `normalizeTarget` gives the sent form. */
export const targetUrl: z.ZodType<string, string> = z
  .string()
  .min(1)
  .max(TARGET_URL_MAX_LENGTH)
  .refine(isAllowedTarget, { message: 'target_url' });

const count = z.number().int().min(0).max(VISIT_TARGET_MAX_NUMBER);
const objectId = z.string().regex(/^[0-9a-f]{24}$/);

export const visitTarget = z.strictObject({
  url: targetUrl,
  /** Share in rotation model 2; a weight of 0 is never drawn while another target has one. */
  weight: count,
  /** Visits that rotation model 1 sends here before it moves on. */
  threshold: count,
});
export type VisitTarget = z.infer<typeof visitTarget>;

/** One link as the visit path answers it. The plugin that owns it publishes it; `id` is the code's own id. */
export const visitLink = z.strictObject({
  id: objectId,
  owner: objectId,
  /** Id of the publishing plugin: its links answer 404 while it is disabled. */
  plugin: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  /** Host name in lower case ASCII without a port; empty: the platform's own addresses. */
  host: z.string().regex(/^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)?$/),
  code: z.string().regex(SHORT_CODE_PATTERN),
  state: z.enum(VISIT_LINK_STATES),
  /** ISO time from which the link answers 410; absent: never. */
  expires_at: z.iso.datetime({ offset: true }).optional(),
  targets: z.array(visitTarget).min(1).max(VISIT_LINK_MAX_TARGETS),
  rotation_model: codeOf(RotationModel),
  jump_type: codeOf(JumpType),
  access_mode: codeOf(AccessMode),
  visit_restriction: codeOf(VisitRestriction),
  open_log: codeOf(YesNo),
});
export type VisitLink = z.infer<typeof visitLink>;
