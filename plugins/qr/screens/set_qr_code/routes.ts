import type { PluginContext } from '@waypost/sdk';

/**
 * The screen writes through the calls of qr_code_list, whose "New QR code" and rows lead to it. Whoever may look at codes and
 * not make any is led to their pages.
 */
export function mountCodeEditor(context: PluginContext): void {
  const place = { route: 'set_qr_code', parent: 'codes', isHidden: true } as const;
  context.menu({ ...place, isVerb: true, roles: ['administrator', 'agent', 'customer'] }, 'qr.code:create');
  context.menu(place, 'qr.code:read');
}
