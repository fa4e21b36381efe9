import { amountText, DEFAULT_CURRENCY, LOCALES, type Locale } from '@waypost/contract';
import type { PluginContext, PublicPage } from '@waypost/sdk';
import { keptPictures, type StoredProduct } from '../products/stored.ts';
import { choicesOf, groupProperties, priceOf, shownPrice, variantsOf } from '../variants/values.ts';

/** A product with what its brand is called. */
export type ShownProduct = StoredProduct & { brandTitle: string | undefined };

/** What a visitor reads of a product, in their language as far as the words are ours. */
export function productPage(
  { translate }: Pick<PluginContext, 'translate'>,
  product: ShownProduct,
  locale: Locale,
): PublicPage {
  const text = Bun.escapeHTML;
  const words = (key: string, params?: Record<string, string | number>) =>
    text(translate(locale, `mall.page.${key}`, params));
  const { title, price, properties, variants, description, link, brandTitle, model } = product;
  const money = (amount: string) => text(`${amountText(amount)} ${DEFAULT_CURRENCY}`);
  const [covers, details] = [keptPictures([product.cover_images]), keptPictures([product.detail_images])];
  const pictures = (some: readonly string[], from: number) =>
    some.map(
      (picture, at) =>
        `<img data-picture="${picture}" alt="${words('picture', { title, number: from + at })}">`,
    );
  const made = variantsOf(properties).map((values) => ({
    values,
    price: priceOf({ price, variants }, values),
  }));
  const { least, hasOnePrice } = shownPrice(product);
  const facts = [
    [words('brand'), text(brandTitle ?? '')],
    [words('model'), text(model)],
    // What the table of variants shows is not said twice.
    ...groupProperties(properties)
      .filter(({ values }) => hasOnePrice || values.length === 1)
      .map(({ name, values }) => [text(name), values.map(text).join('<br>')]),
  ].filter(([, value]) => value !== '');
  const choices = choicesOf(properties)
    .map(({ name }) => text(name))
    .join(' / ');
  const html = [
    covers.length === 0 ? '' : `<div class="gallery">${pictures(covers, 1).join('')}</div>`,
    `<p class="lead">${hasOnePrice ? money(least) : words('from', { price: `${amountText(least)} ${DEFAULT_CURRENCY}` })}</p>`,
    product.stock > 0 ? `<p>${words('in_stock')}</p>` : `<p class="bad">${words('sold_out')}</p>`,
    link === ''
      ? ''
      : `<p><a class="button" rel="noreferrer nofollow" href="${text(link)}">${words('link')}</a></p>`,
    description === '' ? '' : `<p class="text">${text(description)}</p>`,
    hasOnePrice
      ? ''
      : `<h2>${words('variants')}</h2><table><thead><tr><th scope="col">${choices}</th><th scope="col">${words('price')}</th></tr></thead><tbody>${made.map((variant) => `<tr><td>${variant.values.map(text).join(' / ')}</td><td>${money(variant.price)}</td></tr>`).join('')}</tbody></table>`,
    facts.length === 0
      ? ''
      : `<h2>${words('properties')}</h2><dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>`,
    pictures(details, covers.length + 1).join(''),
  ].join('');
  return { locale, locales: LOCALES, title, html };
}
