import { exportFormat, type PluginContext } from '@waypost/sdk';
import { addressCodesCall, addressExportCall, checkoutCall, LOOK_UP } from './calls.ts';
import {
  addressCodes,
  checkOut,
  exportAddressCodes,
  requireAddress,
  zAddressExportInput,
} from './service.ts';

const EXPORT_KIND = 'address_export';

/** Mounts the look at one address. */
export function mountCheckoutIp(context: PluginContext): void {
  context.call(checkoutCall, ({ ip }) => checkOut(context, ip));
  context.call(addressCodesCall, (wish) => addressCodes(context, wish));
  context.operations.define(EXPORT_KIND, {
    input: zAddressExportInput,
    run: (run) => exportAddressCodes(context, run),
  });
  context.call(addressExportCall, async (query, request) => {
    if (query.format !== undefined) await exportFormat(context, query.format);
    const ip = requireAddress(query.ip);
    return context.operations.start(
      EXPORT_KIND,
      { name: `${request.translate('menu.checkout_ip')} · ${ip}`, input: { query: { ...query, ip } } },
      request,
    );
  });
  context.menu(
    { route: 'checkout_ip', parent: 'visit_lookup', sort: 21, icon: 'location', roles: ['administrator'] },
    LOOK_UP,
    ['qr.address:export'],
  );
}
