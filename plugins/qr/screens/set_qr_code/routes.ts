import type { PluginContext } from '@waypost/sdk';
import { visitPreviewCall } from './preview/calls.ts';
import { visitPreview } from './preview/visit-preview.ts';

/**
 * The screen writes through the calls of qr_code_list, whose "New QR code" and rows lead to it; its own call previews. Whoever may look
 * at codes and not make any is led to their pages.
 */
export function mountCodeEditor(context: PluginContext): void {
  const place = { route: 'set_qr_code', parent: 'codes', isHidden: true } as const;
  context.menu({ ...place, isVerb: true, roles: ['administrator', 'agent', 'customer'] }, 'qr.code:create');
  context.menu(place, 'qr.code:read');
  context.call(visitPreviewCall, (body, request) => visitPreview(context, body, request));
}
