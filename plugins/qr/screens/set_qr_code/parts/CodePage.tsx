import { PublicAddressNotice, ThingPage, useUser } from '@waypost/host-sdk';
import { UnclaimedNotice } from '../../../codes/claims/parts/UnclaimedNotice.tsx';
import { FurtherAddresses } from '../../../codes/hosts/parts/HostAddresses.tsx';
import { listOf } from '../../../codes/list-of.ts';
import { CodePicture } from '../../../codes/parts/CodePicture.tsx';
import { FreezeNotice } from '../../../codes/parts/FreezeNotice.tsx';
import { OwnerLink } from '../../../codes/parts/OwnerLink.tsx';
import { ShortLink } from '../../../codes/parts/ShortLink.tsx';
import { VisitsTab } from '../../../kept/parts/VisitsTab.tsx';
import { codeResource } from '../../qr_code_list/resource.ts';
import { CodeSwitch } from './head/CodeSwitch.tsx';
import { CodeVerbs } from './head/CodeVerbs.tsx';
import { ReadyPanel } from './head/ReadyPanel.tsx';
import { AccessTab } from './tabs/AccessTab.tsx';
import { DesignTab } from './tabs/DesignTab.tsx';
import { HistoryTab } from './tabs/HistoryTab.tsx';
import { StatisticsTab } from './tabs/StatisticsTab.tsx';
import { TargetsTab } from './tabs/TargetsTab.tsx';

const PICTURE_SIDE = 64;

/** The page of a code: what every list, chart, hit and message that names it leads to. `isFresh`: it has just been made. */
export function CodePage({ isFresh }: { isFresh: boolean }) {
  const user = useUser();
  return (
    <ThingPage
      resource={codeResource}
      back={(code) => {
        const screen = listOf(code);
        return { screen, label: `menu.${screen}` };
      }}
      picture={(code) => (
        <CodePicture
          address={code.qr_url}
          size={PICTURE_SIDE}
          style={{ quiet_zone: 1, error_level: 'L' }}
          design={code.design}
          isDecorative
        />
      )}
      state={(code, page) => <CodeSwitch code={code} page={page} />}
      facts={(code) => (
        <>
          <ShortLink id={code.id} address={code.short_url} />
          <FurtherAddresses code={code} />
          {code.owner === user?.id || code.owner_account === '' ? null : <OwnerLink of={code} />}
        </>
      )}
      actions={(code, page) => <CodeVerbs code={code} page={page} />}
      notice={(code) => (
        <>
          <PublicAddressNotice address={code.qr_url} />
          {isFresh ? <ReadyPanel code={code} /> : null}
          <UnclaimedNotice code={code} />
          <FreezeNotice code={code} isOperator={code.owner !== user?.id} />
        </>
      )}
      tabs={[
        {
          name: 'statistics',
          title: 'qr.page.tab.statistics',
          content: (code) => <StatisticsTab code={code} />,
        },
        {
          name: 'visits',
          title: 'qr.page.tab.visits',
          permission: 'qr.visit:read',
          content: (code, page) => <VisitsTab code={code} page={page} />,
        },
        { name: 'targets', title: 'qr.page.tab.targets', content: (code) => <TargetsTab code={code} /> },
        {
          name: 'design',
          title: 'qr.page.tab.design',
          permission: 'qr.code:update',
          content: (code) => <DesignTab code={code} />,
        },
        {
          name: 'access',
          title: 'qr.page.tab.access',
          content: (code, page) => <AccessTab code={code} page={page} />,
        },
        { name: 'history', title: 'qr.page.tab.history', content: (code) => <HistoryTab code={code} /> },
      ]}
    />
  );
}
