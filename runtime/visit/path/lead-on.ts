import { type AppSystem, JumpType, type TemplatePart } from '@waypost/contract';
import { createJumps } from '../answers/jump.ts';
import type { PageOptions } from '../answers/page-languages.ts';
import { createTemplatePages } from '../answers/template-page.ts';
import { within } from '../links/arena.ts';
import { EXTRA, type ExtraKind, lengthBefore } from '../links/extras.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { extraAt } from '../links/record.ts';
import { findApp } from '../links/target-apps.ts';
import type { Tell } from './tell.ts';

/** Pages that operators have written in the place of the built-in ones, from memory. */
export interface JumpTemplates {
  /** Undefined: the built-in page. */
  of(jumpType: number): readonly TemplatePart[] | undefined;
}

export interface LedVisit {
  ordinal: number;
  code: string;
  /** Key of the target. */
  key: number;
  /** The jump type that the code has, and the one that it is led on by. */
  chosen: number;
  jumpType: number;
}

/** Leads a visitor on to an address by the means of a jump type: the page of a template where one is in force. */
export type LeadOn = (visit: LedVisit, address: string, request: Request) => Response;

interface LeadOnOptions extends PageOptions {
  index: LinkIndex;
  templates: JumpTemplates;
  tell?: Tell | undefined;
}

export function createLeadOn(options: LeadOnOptions): LeadOn {
  const { index, tell, templates } = options;
  const jump = createJumps(options);
  const pages = createTemplatePages(options);
  return ({ ordinal, code, key, chosen, jumpType }, address, request) => {
    // A redirect has no page, and one that stands in for it is nobody's landing page.
    if (chosen !== jumpType || jumpType === JumpType.noSourceRedirect) {
      tell?.({ check: 'jump', jump_type: jumpType, address, app: null, is_template: false });
      return jump(jumpType, address, request);
    }
    const app = appFor(index, { ordinal, key }, request);
    const template = templates.of(jumpType);
    const is_template = template !== undefined;
    tell?.({ check: 'jump', jump_type: jumpType, address, app: app ?? null, is_template });
    if (template === undefined) return jump(jumpType, address, request, app);
    const name = nameOf(index, ordinal) ?? code;
    return pages(template, { jumpType, target: address, name, code, app }, request);
  };
}

/** What a code is called; undefined of one that was published before names were. */
function nameOf(index: LinkIndex, ordinal: number): string | undefined {
  const found = bytesOf(index, ordinal, EXTRA.name);
  return found?.bytes.toString('utf8', found.start, found.end);
}

function appFor(
  index: LinkIndex,
  { ordinal, key }: { ordinal: number; key: number },
  { headers }: Request,
): string | undefined {
  const found = bytesOf(index, ordinal, EXTRA.apps);
  if (found === undefined) return undefined;
  const system = systemOf(headers.get('user-agent') ?? '');
  return system === undefined ? undefined : findApp(found.bytes, found, { key, system });
}

function systemOf(userAgent: string): AppSystem | undefined {
  // Windows phones called themselves both.
  if (/Android/.test(userAgent)) return 'android';
  return /iPhone|iPad|iPod/.test(userAgent) ? 'ios' : undefined;
}

function bytesOf(
  index: LinkIndex,
  ordinal: number,
  kind: ExtraKind,
): { bytes: Buffer; start: number; end: number } | undefined {
  const position = index.recordOf(ordinal);
  const bytes = index.arena.bytesAt(position);
  const start = extraAt(bytes, within(position), kind);
  return start < 0 ? undefined : { bytes, start, end: start + lengthBefore(bytes, start) };
}
