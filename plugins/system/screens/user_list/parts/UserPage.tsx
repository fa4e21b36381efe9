import { groupedAmount } from '@waypost/contract';
import { Panel, RowFacts, Slot, StatFigure, StatGrid, ThingPage, useWords } from '@waypost/host-sdk';
import { PersonState } from '../../../people/parts/PersonState.tsx';
import { personTabs } from '../../../people/parts/person-tabs.tsx';
import { userCalls } from '../calls.ts';
import { userResource } from '../resource.ts';
import { USER_TONES } from './tones.ts';
import { UserVerbs } from './UserVerbs.tsx';

const FACTS = [
  'name',
  'phone',
  'email',
  'superior_account',
  'invitation_code',
  'share_ratio',
  'member_expiry',
  'domain_quota',
  'online_status',
  'online_status_update_time',
  'login_time',
  'login_ip',
  'register_time',
  'register_ip',
  'register_source',
  'must_change_password',
] as const;

/** The page of a customer: what every hit, owner and report that names one leads to. */
export function UserPage() {
  const words = useWords();
  return (
    <ThingPage
      resource={userResource}
      back={{ screen: 'user_list', label: 'menu.user_list' }}
      state={({ disabled }) => <PersonState disabled={disabled} />}
      facts={({ account, name, kind, own_role }) =>
        [name === account ? '' : name, words(`system.user.kind.${kind}`), own_role]
          .filter((text) => text !== '')
          .join(' · ')
      }
      actions={(user, page) => <UserVerbs user={user} page={page} />}
      tabs={[
        {
          name: 'overview',
          title: 'system.person.tab.overview',
          content: (user) => (
            <div style={{ display: 'grid', gap: 16 }}>
              <StatGrid>
                <StatFigure
                  label={words('system.user.balance')}
                  value={`${groupedAmount(user.balance)} ${words('system.person.usdt')}`}
                />
                <Slot name="system.user.figure" props={{ row: user }} />
              </StatGrid>
              <Panel>
                <RowFacts resource={userResource} row={user} fields={FACTS} tones={USER_TONES} isDense />
              </Panel>
            </div>
          ),
        },
        ...personTabs({ calls: userCalls, noun: 'system.user_admin' }),
      ]}
    />
  );
}
