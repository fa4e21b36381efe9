import type { PluginContext } from '@waypost/sdk';

/**
 * The screen writes through the calls of qr_code_list; it only has a place in the menu, where codes are made, and one out of
 * it: whoever may look at codes and not make any is led to their pages.
 */
export function mountCodeEditor(context: PluginContext): void {
  context.menu(
    {
      route: 'set_qr_code',
      parent: 'codes',
      sort: 80,
      icon: 'plus',
      roles: ['administrator', 'agent', 'customer'],
    },
    'qr.code:create',
  );
  context.menu({ route: 'set_qr_code', parent: 'codes', isHidden: true }, 'qr.code:read');
}
