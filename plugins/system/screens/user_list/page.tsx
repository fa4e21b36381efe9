import { useGo, useQuery } from '@waypost/host-sdk';
import { useState } from 'react';
import { UserPage } from './parts/UserPage.tsx';
import { UserTable } from './parts/UserTable.tsx';
import { type Welcome, WelcomeDrawer } from './parts/WelcomeDrawer.tsx';

/** Customers and agents, or the page of the one that the address names: `user_list?id=…`. Who is made is shown at once. */
export function Page() {
  const [params] = useQuery();
  const go = useGo();
  const [made, setMade] = useState<Welcome>();
  const id = params.get('id');
  if (id === null)
    return (
      <UserTable
        onMade={(welcome) => {
          setMade(welcome);
          go('user_list', { id: welcome.id });
        }}
      />
    );
  return (
    <>
      <UserPage key={id} />
      {made?.id === id ? <WelcomeDrawer {...made} onClose={() => setMade(undefined)} /> : null}
    </>
  );
}
