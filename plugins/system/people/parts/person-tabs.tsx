import type { ThingHandle } from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import { ExplainAccess } from '../../screens/role/parts/ExplainAccess.tsx';
import type { PersonCalls } from '../calls.ts';
import { PersonAccess } from './PersonAccess.tsx';
import { PersonHistory } from './PersonHistory.tsx';
import { PersonMoney } from './PersonMoney.tsx';
import type { Person } from './person.ts';

interface PersonTab {
  name: string;
  title: string;
  permission: string;
  content: (person: Person, page: ThingHandle) => ReactNode;
}

interface PersonTabsOptions {
  calls: PersonCalls;
  /** Whose nodes guard the calls, such as `system.user_admin`. */
  noun: string;
}

/** The tabs that the pages of customers and of operators have alike, behind the overview. */
export function personTabs({ calls, noun }: PersonTabsOptions): PersonTab[] {
  return [
    {
      name: 'money',
      title: 'system.person.tab.money',
      permission: `${noun}:bill`,
      content: (person, page) => (
        <PersonMoney
          calls={calls}
          person={person}
          editNode={`${noun}:edit_balance`}
          onChanged={page.reload}
        />
      ),
    },
    {
      name: 'access',
      title: 'system.person.tab.access',
      permission: `${noun}:access`,
      content: (person) => <PersonAccess calls={calls} person={person} />,
    },
    {
      name: 'explain',
      title: 'system.person.tab.explain',
      permission: 'system.role:read',
      content: ({ id }) => <ExplainAccess account={id} />,
    },
    {
      name: 'history',
      title: 'system.person.tab.history',
      permission: `${noun}:history`,
      content: (person) => <PersonHistory calls={calls} person={person} />,
    },
  ];
}
