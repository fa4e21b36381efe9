import { IconImage } from '@arco-design/web-react/icon';
import { amountText, DEFAULT_CURRENCY } from '@waypost/contract';
import { definePanel, Panel, Tag, useCall, useWords } from '@waypost/host-sdk';
import { recommendedCall } from '../recommendations/calls.ts';
import styles from './home-products.module.css';

/** Recommended products on the home page, each with the way to its page; nothing where there are none. */
function HomeProducts() {
  const words = useWords();
  const { data } = useCall(recommendedCall, {});
  if (data === undefined || data.products.length === 0) return null;
  return (
    <Panel title={words('mall.home.title')}>
      <ul className={styles.products}>
        {data.products.map(({ id, title, price, has_dearer, is_sold_out, page, picture }) => {
          const amount = `${amountText(price)} ${DEFAULT_CURRENCY}`;
          return (
            <li key={id}>
              <a className={styles.product} href={page} target="_blank" rel="noreferrer">
                {picture === '' ? (
                  <span className={styles.picture}>
                    <IconImage aria-hidden />
                  </span>
                ) : (
                  <img className={styles.picture} src={picture} alt="" loading="lazy" />
                )}
                <span className={styles.title}>{title}</span>
                <span className={styles.price}>
                  {has_dearer ? words('mall.page.from', { price: amount }) : amount}
                </span>
                {is_sold_out ? <Tag tone="bad">{words('mall.page.sold_out')}</Tag> : null}
              </a>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

export const contribution = definePanel(HomeProducts);
