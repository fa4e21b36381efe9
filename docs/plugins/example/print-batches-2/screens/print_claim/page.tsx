import { CopyText, RelativeTime, ResourceList, usePermission } from '@waypost/host-sdk';
import { ClaimButton } from './parts/ClaimButton.tsx';
import { sticker } from './resource.ts';

/** The caller's own stickers, and how one more becomes theirs. */
export function Page() {
  const may = usePermission();
  return (
    <ResourceList
      resource={sticker}
      call="user_inquire"
      toolbar={may('print-batches.sticker:claim') ? <ClaimButton /> : null}
      columns={[
        'short_code',
        { field: 'short_url', render: (row) => <CopyText value={row.short_url} /> },
        'url',
        'note',
        { field: 'view_number', align: 'right' },
        { field: 'claim_time', render: (row) => <RelativeTime value={row.claim_time ?? row.create_time} /> },
      ]}
    />
  );
}
