import type { PluginContext } from '@waypost/sdk';
import {
  JS_CONFIG,
  templateBuiltIn,
  templateDetails,
  templatePreview,
  templateRestore,
  templatesInquire,
  templateUpdate,
  templateVersions,
} from './calls.ts';
import { previewOf } from './preview.ts';
import { createTemplateVersions } from './service.ts';

/** Mounts the pages that operators write for jump types; who shows them is every process that answers visits. */
export function mountJumpTemplates(context: PluginContext): void {
  const templates = createTemplateVersions(context);
  context.menu(
    { route: 'js_config', parent: 'platform', sort: 29, icon: 'code', roles: ['administrator'] },
    JS_CONFIG,
  );
  context.call(templatesInquire, () => templates.inquire());
  context.call(templateDetails, ({ jump_type, version }) => templates.details(jump_type, version));
  context.call(templateUpdate, (body, request) => templates.save(body, request));
  context.call(templateBuiltIn, (body, request) => templates.save({ ...body, html: '' }, request));
  context.call(templateRestore, (body, request) => templates.restore(body, request));
  context.call(templateVersions, (body) => templates.versions(body));
  context.call(templatePreview, async ({ html, jump_type, language }) => ({
    html: previewOf(html, jump_type, language),
  }));
}
