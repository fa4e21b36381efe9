import { type DetailSlotProps, definePanel, usePermission } from '@waypost/host-sdk';
import { ClaimButton } from '../screens/print_claim/parts/ClaimButton.tsx';

/** In the details of a QR code: lead one more sticker to it. */
export const contribution = definePanel<DetailSlotProps>(function ClaimPanel({ row }) {
  const may = usePermission();
  if (!may('print-batches.sticker:claim') || typeof row.short_url !== 'string') return null;
  return <ClaimButton target={{ url: row.short_url, code: row.id }} />;
});
