import type { Language } from "../../contract/sentences/catalog.ts";

/** A whole number as people read it. */
export function numberOf(count: number, language: Language): string {
  return new Intl.NumberFormat(language).format(count);
}

/** US dollars; fractions of a cent only where there is no more than that. */
export function moneyOf(dollars: number, language: Language): string {
  const digits = dollars > 0 && dollars < 0.01 ? 4 : 2;
  return new Intl.NumberFormat(language, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  }).format(dollars);
}
