import { Alert } from '@arco-design/web-react';
import { ScreenLink, usePermission, useQuery, useWords } from '@waypost/host-sdk';
import type { CodeRow } from '../../code-row.ts';

const TAB = 'targets';

/** That a code leads nowhere yet, and where that is said. Nothing for other codes. */
export function UnclaimedNotice({ code }: { code: Pick<CodeRow, 'id' | 'is_unclaimed'> }) {
  const words = useWords();
  const may = usePermission();
  const [params] = useQuery();
  if (!code.is_unclaimed) return null;
  const isThere = params.get('tab') === TAB;
  return (
    <Alert
      type="info"
      title={words('qr.code.unclaimed.title')}
      content={words('qr.code.unclaimed.text')}
      action={
        may('qr.code:update') && !isThere ? (
          <ScreenLink to={`set_qr_code?id=${code.id}&tab=${TAB}`}>
            {words('qr.code.unclaimed.verb')}
          </ScreenLink>
        ) : undefined
      }
    />
  );
}
