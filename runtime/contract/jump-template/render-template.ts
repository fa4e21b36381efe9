import { JumpType } from '../constants.ts';
import { escapeValue } from './escape-value.ts';
import type { TemplatePart, TemplatePlaceholder } from './placeholders.ts';

/** What is filled in. */
export interface TemplateValues extends Readonly<Record<Exclude<TemplatePlaceholder, 'jump'>, string>> {}

/** The page of a template that was read. `jump`: the built-in jump, as `jumpMarkup` makes it. */
export function renderTemplate(
  parts: readonly TemplatePart[],
  values: TemplateValues,
  jump: () => string,
): string {
  let page = '';
  for (const part of parts) {
    if (typeof part === 'string') page += part;
    else if (part.placeholder === 'jump') page += jump();
    else if (part.context !== 'markup') page += escapeValue(values[part.placeholder], part.context);
  }
  return page;
}

/** How long an app has to open before the visitor is led on, milliseconds. */
export const APP_WAIT_MS = 1500;

/**
 * A script that tries an app first. Where it opens the page is hidden, and nobody is led on behind it.
 * @param app an expression for the app's address
 * @param jump the statement that leads on; empty where something else does
 */
export function appFirst(app: string, jump: string): string {
  if (jump === '') return `location.href=${app}`;
  return `var w=setTimeout(function(){if(!document.hidden){${jump}}},${APP_WAIT_MS});document.addEventListener('visibilitychange',function(){if(document.hidden)clearTimeout(w)});location.href=${app}`;
}

/** What takes a visitor on by the means of a jump type, as a piece of a page; `app` is tried first. */
export function jumpMarkup(jumpType: number, target: string, app?: string): string {
  const refreshAfter = (seconds: number) =>
    `<meta http-equiv="refresh" content="${seconds};url=${escapeValue(target, 'address')}">`;
  const script = (text: string) => `<script>${text}</script>`;
  const quoted = (address: string) => `"${escapeValue(address, 'script')}"`;
  if (jumpType === JumpType.metaRefresh)
    return app === undefined
      ? refreshAfter(0)
      : refreshAfter(Math.ceil(APP_WAIT_MS / 1000)) + script(appFirst(quoted(app), ''));
  const jump = jumpStatement(jumpType, quoted(target));
  return `${script(app === undefined ? jump : appFirst(quoted(app), jump))}<noscript>${refreshAfter(0)}</noscript>`;
}

/** The statement of a jump type with a script. `address`: an expression. */
export function jumpStatement(jumpType: number, address: string): string {
  switch (jumpType) {
    case JumpType.locationHref:
      return `location.href=${address}`;
    case JumpType.newTab:
      return `window.open(${address},'_blank','noopener,noreferrer')`;
    case JumpType.samePage:
      return `window.open(${address},'_self')`;
    default:
      return `location.replace(${address})`;
  }
}
