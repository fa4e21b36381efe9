import { amountText, DEFAULT_CURRENCY, showAmount } from '@waypost/contract';
import { Button, Can, Tag, useFormat, useWords } from '@waypost/host-sdk';
import { Money } from '../../../money/Money.tsx';
import { LimitList } from '../../../plans/LimitList.tsx';
import type { Offer } from '../calls.ts';
import styles from './buy.module.css';

interface OfferCardProps {
  offer: Offer;
  /** Name of the plan that the reader has. */
  present: string;
  /** It is this one. */
  isPresent: boolean;
  /** The one that most readers buy next. */
  isPrimary: boolean;
  /** What the balance lacks of its price, where nothing else pays for it; 0: nothing. */
  lacks: bigint;
  mayTopUp: boolean;
  onChoose: () => void;
  /** @param amount what is missing, as people type it */
  onTopUp: (amount: string) => void;
}

/** A plan: what it gives, for how long, what it costs now. */
export function OfferCard(props: OfferCardProps) {
  const { offer, present, isPresent, isPrimary, lacks, mayTopUp, onChoose, onTopUp } = props;
  const words = useWords();
  const format = useFormat();
  const { name, description, days, list_price, credit, price, kind, is_open, limits } = offer;
  return (
    <article className={styles.offer} data-present={isPresent || undefined}>
      <header className={styles.offerHead}>
        <h2 className={styles.offerName}>{name}</h2>
        {isPresent ? <Tag tone="info">{words('wallet.buy.present')}</Tag> : null}
      </header>
      <p className={styles.price}>
        <Money amount={list_price} />
        <span className={styles.term}>
          {words('wallet.buy.term', { count: days, days: format.number(days) })}
        </span>
      </p>
      {description === '' ? null : <p className={styles.description}>{description}</p>}
      <div className={styles.limits}>
        <LimitList limits={limits} isTicked />
      </div>
      <footer className={styles.offerFoot}>
        {kind === 'change' && is_open ? (
          <p className={styles.credit}>
            {words('wallet.buy.credit', { name: present })} −<Money amount={credit} />
          </p>
        ) : null}
        {is_open ? (
          <Can permission="wallet.purchase:buy">
            {lacks > 0n && !mayTopUp ? (
              <p className={styles.credit}>
                {words('wallet.buy.lacks', { amount: amountText(String(lacks)) })}
              </p>
            ) : (
              <Button
                {...(isPrimary ? { kind: 'primary' as const } : {})}
                onClick={lacks > 0n ? () => onTopUp(showAmount(String(lacks))) : onChoose}
              >
                {lacks > 0n
                  ? words('wallet.buy.top_up', { amount: amountText(String(lacks)) })
                  : words('wallet.buy.verb_for', {
                      verb: words(`wallet.buy.verb.${kind}`),
                      price: `${amountText(price)} ${DEFAULT_CURRENCY}`,
                    })}
              </Button>
            )}
          </Can>
        ) : (
          <p className={styles.credit}>{words('wallet.buy.smaller', { name: present })}</p>
        )}
      </footer>
    </article>
  );
}
