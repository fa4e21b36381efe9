import { JumpType, jumpMarkup, renderTemplate, type TemplatePart } from '@waypost/contract';
import { BUILT_IN_LANGUAGES, type PageOptions } from './page-languages.ts';
import { createWrittenPages } from './written-page.ts';

/** What a page of a template leads to, and what it may tell of it. */
export interface TemplatedJump {
  jumpType: number;
  /** Has passed `normalizeTarget`. */
  target: string;
  name: string;
  code: string;
  /** Address of an app that is tried first. */
  app?: string | undefined;
}

/** Answers a jump by a page that an operator has written: nothing of it runs here, and in the browser it is boxed. */
export type TemplatePages = (
  template: readonly TemplatePart[],
  jump: TemplatedJump,
  request: Request,
) => Response;

/**
 * A box opens no windows of its own, and jump type 4 is one: it gets them back, outside of the box, as any page of the web
 * has them. `allow-same-origin` it never gets.
 */
const TAB_POLICY = {
  'content-security-policy':
    'sandbox allow-scripts allow-top-navigation allow-popups allow-popups-to-escape-sandbox',
};

export function createTemplatePages(options: PageOptions): TemplatePages {
  const { languages = BUILT_IN_LANGUAGES } = options;
  const written = createWrittenPages(options);
  return (template, { jumpType, target, name, code, app }, request) => {
    const { language, words } = languages.choose(request.headers.get('accept-language'));
    const { opening, open } = words;
    const page = () =>
      renderTemplate(template, { target, name, code, language, title: opening, open }, () =>
        jumpMarkup(jumpType, target, app),
      );
    return written(page, request, {
      'content-language': language,
      ...(jumpType === JumpType.newTab ? TAB_POLICY : {}),
    });
  };
}
