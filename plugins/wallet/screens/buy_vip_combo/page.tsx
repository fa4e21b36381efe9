import { Alert } from '@arco-design/web-react';
import {
  EmptyState,
  Panel,
  PendingState,
  Page as Screen,
  ScreenLink,
  useCall,
  useGo,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { MembershipFacts } from '../../members/MembershipFacts.tsx';
import type { Standing } from '../../members/rules.ts';
import { StandingTag } from '../../members/StandingTag.tsx';
import { Money } from '../../money/Money.tsx';
import { PayType } from '../../orders/values.ts';
import { type Offer, offersCall } from './calls.ts';
import { BuyDrawer } from './parts/BuyDrawer.tsx';
import styles from './parts/buy.module.css';
import { OfferCard } from './parts/OfferCard.tsx';
import { lacking, primaryOffer } from './parts/primary-offer.ts';

/** Plans that one can buy, with what each costs now, beside the membership that there is. */
export function Page() {
  const words = useWords();
  const query = useCall(offersCall, {});
  const go = useGo();
  const mayTopUp = usePermission()('wallet.recharge:read');
  const [chosen, setChosen] = useState<Offer>();
  const { data } = query;
  if (data === undefined) return <PendingState error={query.error} onRetry={query.refetch} isScreen />;
  const { membership, offers, balance, pay_types, can_top_up } = data;
  const primary = primaryOffer(offers, membership.plan);
  return (
    <Screen title={words('menu.buy_vip_combo')} {...stateOf(membership)}>
      <div className={styles.stack}>
        {membership.standing === 'grace' || membership.standing === 'over' ? (
          <Alert
            type={membership.standing === 'grace' ? 'warning' : 'error'}
            content={words(`wallet.buy.notice.${membership.standing}`)}
          />
        ) : null}
        <Panel title={words('wallet.buy.membership')}>
          <MembershipFacts
            membership={membership}
            more={[
              [
                words('wallet.buy.balance'),
                <span key="balance" className={styles.balance}>
                  <Money amount={balance} />
                  {can_top_up && mayTopUp ? (
                    <ScreenLink to="balance_recharge">{words('menu.balance_recharge')}</ScreenLink>
                  ) : null}
                </span>,
              ],
            ]}
          />
        </Panel>
        {offers.length === 0 ? (
          <EmptyState title={words('wallet.buy.empty.title')} text={words('wallet.buy.empty.text')} />
        ) : (
          <section aria-label={words('wallet.buy.offers')} className={styles.offers}>
            {offers.map((offer) => (
              <OfferCard
                key={offer.id}
                offer={offer}
                present={membership.plan_name}
                isPresent={offer.id === membership.plan && membership.standing !== 'over'}
                isPrimary={offer.id === primary}
                lacks={pay_types.includes(PayType.trc20) ? 0n : lacking(offer.price, balance)}
                mayTopUp={can_top_up && mayTopUp}
                onChoose={() => setChosen(offer)}
                onTopUp={(amount) => go('balance_recharge', { amount })}
              />
            ))}
          </section>
        )}
      </div>
      {chosen ? (
        <BuyDrawer
          offer={chosen}
          membership={membership}
          balance={balance}
          payTypes={pay_types}
          onClose={() => setChosen(undefined)}
          onChanged={query.refetch}
        />
      ) : null}
    </Screen>
  );
}

/** Without a membership the facts below say all there is. */
function stateOf({ standing }: { standing: Standing }) {
  return standing === 'none' ? {} : { state: <StandingTag standing={standing} /> };
}
