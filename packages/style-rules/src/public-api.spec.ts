import * as styleRules from './index.js';

it('exports what was promised and nothing else', () => {
  expect(Object.keys(styleRules).sort()).toEqual([
    'StyleRulesOptions',
    'registerStyleRulesModule',
    'styleRulesOptionsSchema',
  ]);
});
