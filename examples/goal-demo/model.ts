import { demoModel } from "holdpoint/testing";

/** Who answers where no model does: prepared words, and the grammar of outlines. */
export const model = demoModel;
