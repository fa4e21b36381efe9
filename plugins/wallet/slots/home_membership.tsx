import { definePanel, Panel, ScreenLink, useCall, useWords } from '@waypost/host-sdk';
import { MembershipFacts } from '../members/MembershipFacts.tsx';
import { StandingTag } from '../members/StandingTag.tsx';
import { Money } from '../money/Money.tsx';
import { offersCall } from '../screens/buy_vip_combo/calls.ts';

/** The own plan and its end on the home page; nothing where there is none and none is sold. */
function HomeMembership() {
  const words = useWords();
  const { data } = useCall(offersCall, {});
  if (data === undefined || (data.membership.standing === 'none' && data.offers.length === 0)) return null;
  const { membership, balance } = data;
  return (
    <Panel
      title={words('wallet.home.membership')}
      actions={<ScreenLink to="buy_vip_combo">{words('wallet.home.plans')}</ScreenLink>}
    >
      <p>
        <StandingTag standing={membership.standing} />
      </p>
      <MembershipFacts
        membership={membership}
        more={[[words('wallet.home.balance'), <Money key="balance" amount={balance} />]]}
      />
    </Panel>
  );
}

export const contribution = definePanel(HomeMembership);
