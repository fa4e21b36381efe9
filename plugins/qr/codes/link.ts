import {
  JumpType,
  type RetiredLink,
  VISIT_TARGET_MAX_NUMBER,
  type VisitLink,
  YesNo,
} from '@waypost/contract';
import type { Stored } from '@waypost/sdk';
import type { codeResource, Target } from '../screens/qr_code_list/resource.ts';
import { stepsOf, wayOf } from './hosts/values.ts';

export type StoredCode = Stored<typeof codeResource>;

export const PLUGIN_ID = 'qr';
/** A link has a target, and an unclaimed code none: its state keeps visits from it. */
const NOWHERE = [{ url: 'https://unclaimed.invalid/', weight: 1, threshold: 0 }];

/** The link that the visit path answers for a code. A binned code answers 410, frozen or not. */
export function linkOf(code: StoredCode): VisitLink {
  return {
    ...retiredLinkOf(code),
    ...furtherHosts(code),
    // Rules about who may visit may be kept to groups.
    ...(code.group ? { group: code.group } : {}),
    state: stateOf(code),
    ...(code.expires_at ? { expires_at: new Date(code.expires_at).toISOString() } : {}),
    ...(code.expires_after ? { expires_after: code.expires_after } : {}),
    ...(code.expired_target ? { expired_target: code.expired_target } : {}),
    ...(code.ignore_case ? { ignore_case: true } : {}),
    ...(code.forward_query ? { forward_query: true } : {}),
    targets: code.is_unclaimed ? NOWHERE : publishedTargets(code),
    rotation_model: code.rotation_model,
    jump_type: code.jump_type,
    // A redirect tells nobody, and short links are many.
    ...(code.jump_type === JumpType.noSourceRedirect ? {} : { name: code.name }),
    access_mode: code.access_mode,
    visit_restriction: code.visit_restriction,
    open_log: code.is_log_held ? YesNo.no : code.open_log,
    ...(code.has_password && code.visit_password_hash ? { password_hash: code.visit_password_hash } : {}),
    // Codes that were made before there were rules have none.
    ...(code.published_rules?.length > 0 ? { rules: code.published_rules } : {}),
  };
}

/** The hosts behind the first one, and those of older prints that are not on the way anyhow. */
function furtherHosts(code: StoredCode): Pick<VisitLink, 'chain' | 'printed'> {
  const [first, ...chain] = wayOf(stepsOf(code));
  const printed = (code.printed_domains ?? []).filter((host) => host !== first && !chain.includes(host));
  return { ...(chain.length === 0 ? {} : { chain }), ...(printed.length === 0 ? {} : { printed }) };
}

function stateOf(code: StoredCode): VisitLink['state'] {
  if (code.remove_time) return 'removed';
  if (code.is_frozen) return 'frozen';
  if (code.is_unclaimed) return 'unclaimed';
  // The page of a link that is off: it says that the link is paused, and nothing of its owner.
  return code.is_paused ? 'off' : code.state;
}

/** What stays of the link of a code that is purged. */
export function retiredLinkOf(code: StoredCode): RetiredLink {
  return {
    id: String(code._id),
    owner: String(code.owner),
    plugin: PLUGIN_ID,
    host: code.domain,
    code: code.short_code,
  };
}

/** The targets of a code as its link has them. */
export function publishedTargets({ targets }: Pick<StoredCode, 'targets'>): VisitLink['targets'] {
  return targets.map(publishedTarget);
}

// A target without a threshold has no limit: sequential rotation stays on it.
function publishedTarget(target: Target): VisitLink['targets'][number] {
  return {
    ...placeOfTarget(target),
    weight: target.weight ?? 1,
    threshold: target.threshold ?? VISIT_TARGET_MAX_NUMBER,
  };
}

function placeOfTarget({ url, picture, contact, pool, app_ios, app_android }: Target) {
  if (picture !== undefined) return { picture };
  if (contact !== undefined) return { contact };
  if (pool !== undefined) return { pool };
  // `zTarget` lets nothing pass that is none of the four; codes that were stored before have addresses only.
  if (url === undefined) throw new TypeError('a target leads nowhere');
  if (!app_ios && !app_android) return { url };
  const apps = { ...(app_ios ? { ios: app_ios } : {}), ...(app_android ? { android: app_android } : {}) };
  return { url, apps };
}

/** Where the addresses of a domain's codes begin. `publicUrl` has no trailing slash, and neither has the answer. */
export function originOf(domain: string, publicUrl: string): string {
  return domain === '' ? publicUrl : `https://${domain}`;
}

/** The address that people type. `publicUrl` has no trailing slash. */
export function shortUrlOf(place: { domain: string; short_code: string }, publicUrl: string): string {
  return `${originOf(place.domain, publicUrl)}/${place.short_code}`;
}

/** Which code it is, and where it is found. */
export interface CodePlace {
  id: string;
  domain: string;
  short_code: string;
}

/** The place of a stored code. */
export function placeOf({
  _id,
  domain,
  short_code,
}: Pick<StoredCode, '_id' | 'domain' | 'short_code'>): CodePlace {
  return { id: String(_id), domain, short_code };
}

/** Addresses of a code: what people type, and what the picture encodes (docs/http.md, "Codes"). */
export function addressesOf(
  place: CodePlace,
  source: { publicUrl: string; scanToken: (link: { id: string; host: string; code: string }) => string },
): { short_url: string; qr_url: string } {
  const short_url = shortUrlOf(place, source.publicUrl);
  return {
    short_url,
    qr_url: `${short_url}?s=${source.scanToken({ id: place.id, host: place.domain, code: place.short_code })}`,
  };
}
