import type { PluginContext } from '@waypost/sdk';

/** The editor writes through the calls of qr_code_list; it only has a place in the menu. */
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
}
