import { Alert } from '@arco-design/web-react';
import { ScreenLink, usePermission, useWords } from '@waypost/host-sdk';
import type { CodeRow } from '../../code-row.ts';

/** That a code leads nowhere yet, and where that is said. Nothing for other codes. */
export function UnclaimedNotice({ code }: { code: Pick<CodeRow, 'id' | 'is_unclaimed'> }) {
  const words = useWords();
  const may = usePermission();
  if (!code.is_unclaimed) return null;
  return (
    <Alert
      type="info"
      title={words('qr.code.unclaimed.title')}
      content={words('qr.code.unclaimed.text')}
      action={
        may('qr.code:update') ? (
          <ScreenLink to={`set_qr_code?id=${code.id}&tab=targets`}>
            {words('qr.code.unclaimed.verb')}
          </ScreenLink>
        ) : undefined
      }
    />
  );
}
