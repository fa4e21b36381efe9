import { LinesDrawer } from '../../../codes/import/parts/LinesDrawer.tsx';
import { claimCalls } from '../calls.ts';

/** Says of many printed codes at once where they lead. */
export function ClaimDrawer({ onClose }: { onClose: () => void }) {
  return (
    <LinesDrawer
      name="qr.claim_lines"
      example={'aB3xY9z,https://example.com/menu\nK7pQ2mR,https://example.com/table-2'}
      calls={claimCalls}
      onClose={onClose}
    />
  );
}
