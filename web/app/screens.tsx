import { Redirect, Route, Switch } from 'wouter'
import { isFailing, retryNow } from '../language/retry-until-loaded.ts'
import { t } from '../language/translate.ts'
import { laterScreen, screen } from '../screen/loading.tsx'
import { NotFound } from '../screen/page.tsx'
import { paths } from '../screen/routes.ts'
import { useStore } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout } from '../ui/tone.tsx'
import { ForReviewers, OnlyFor } from './only-for.tsx'

// Each screen loads on its first visit: opening a form by its link does not wait for the list.
const PayoutList = screen(async () => (await import('../payouts/payout-list.tsx')).PayoutList)
const NewPayoutScreen = screen(async () => (await import('../payouts/payout-editor.tsx')).NewPayoutScreen)
const EditPayout = laterScreen(async () => (await import('../payouts/edit-payout.tsx')).EditPayout)
const PayoutPage = laterScreen(async () => (await import('../payouts/payout-page.tsx')).PayoutScreen)
const ImportScreen = laterScreen(async () => (await import('../import/import-screen.tsx')).ImportScreen)
const RefusedBatch = laterScreen(async () => (await import('../import/refused-batch.tsx')).RefusedBatch)
const SheetPage = laterScreen(async () => (await import('../import/sheet-page.tsx')).SheetPage)
const BatchList = laterScreen(async () => (await import('../batches/batch-list.tsx')).BatchList)
const BatchPage = laterScreen(async () => (await import('../batches/batch-page.tsx')).BatchPage)
const Review = laterScreen(async () => (await import('../review/review.tsx')).Review)
const BatchReview = laterScreen(async () => (await import('../review/batch-review.tsx')).BatchReviewPage)
const Exports = laterScreen(async () => (await import('../exports/exports.tsx')).Exports)
const OutcomeFile = laterScreen(async () => (await import('../outcome-file/outcome-file.tsx')).OutcomeFile)
const About = laterScreen(async () => (await import('../about/about.tsx')).About)
const BeneficiaryList = laterScreen(async () => (await import('../beneficiaries/beneficiary-list.tsx')).BeneficiaryList)
const BeneficiaryScreen = laterScreen(
  async () => (await import('../beneficiaries/beneficiary-screen.tsx')).BeneficiaryScreen,
)
const NewBeneficiaryScreen = laterScreen(
  async () => (await import('../beneficiaries/beneficiary-editor.tsx')).NewBeneficiaryScreen,
)
const EditBeneficiary = laterScreen(
  async () => (await import('../beneficiaries/beneficiary-editor.tsx')).EditBeneficiary,
)
const DetailsLinks = laterScreen(async () => (await import('../details-links/details-links.tsx')).DetailsLinks)
const Activity = laterScreen(async () => (await import('../activity/activity.tsx')).Activity)
const Notifications = laterScreen(async () => (await import('../notifications/notifications.tsx')).NotificationsScreen)
const People = laterScreen(async () => (await import('../people/people.tsx')).PeopleScreen)
const Settings = laterScreen(async () => (await import('../settings/settings.tsx')).SettingsScreen)
const Account = laterScreen(async () => (await import('../account/account.tsx')).AccountPage)
const SignedIn = laterScreen(async () => (await import('../sign-in/signed-in.tsx')).SignedIn)
const RulesIndex = laterScreen(async () => (await import('../rules/rules-index.tsx')).RulesIndexPage)
const CountryRules = laterScreen(async () => (await import('../rules/country-rules.tsx')).CountryRulesPage)

/** The screens that people usually start on, by address. */
const firstScreens: ReadonlyMap<string, () => Promise<unknown>> = new Map([
  [paths.home, PayoutList.load],
  [paths.payouts, PayoutList.load],
  [paths.newPayout, NewPayoutScreen.load],
])

/** Loads the screen of this address, so that it is rendered at once and not after an empty frame. A failure is not waited for. */
export async function loadFirstScreen(path: string): Promise<void> {
  await firstScreens
    .get(path)?.()
    .catch(() => undefined)
}

/** Which screen has which address. Another payout or beneficiary is another screen, hence the keys. */
export function Screens() {
  return (
    <Switch>
      <Route path={paths.home}>
        <Redirect to={paths.payouts} replace />
      </Route>
      <Route path={paths.payouts} component={PayoutList} />
      <Route path={paths.newPayout}>
        <OnlyFor permission="enter">
          <NewPayoutScreen />
        </OnlyFor>
      </Route>
      <Route path={paths.payout}>{({ id }) => <PayoutPage key={id} id={id} />}</Route>
      <Route path={paths.editPayout}>
        {({ id }) => (
          <OnlyFor permission="enter">
            <EditPayout key={id} id={id} />
          </OnlyFor>
        )}
      </Route>
      <Route path={paths.import}>
        <OnlyFor permission="enter">
          <ImportScreen />
        </OnlyFor>
      </Route>
      <Route path={paths.importRefused}>
        <OnlyFor permission="enter">
          <RefusedBatch />
        </OnlyFor>
      </Route>
      <Route path={paths.sheet}>
        {({ id }) => (
          <OnlyFor permission="enter">
            <SheetPage key={id} id={id} />
          </OnlyFor>
        )}
      </Route>
      <Route path={paths.batches} component={BatchList} />
      <Route path={paths.batch}>{({ id }) => <BatchPage key={id} id={id} />}</Route>
      <Route path={paths.batchReview}>
        {({ id }) => (
          <OnlyFor permission="approve">
            <BatchReview key={id} id={id} />
          </OnlyFor>
        )}
      </Route>
      <Route path={paths.review}>
        <ForReviewers>
          <Review id={undefined} />
        </ForReviewers>
      </Route>
      <Route path={paths.reviewPayout}>
        {({ id }) => (
          <ForReviewers id={id}>
            <Review id={id} />
          </ForReviewers>
        )}
      </Route>
      <Route path={paths.exports} component={Exports} />
      <Route path={paths.outcomeFile}>
        <OnlyFor permission="enter">
          <OutcomeFile />
        </OnlyFor>
      </Route>
      <Route path={paths.beneficiaries} component={BeneficiaryList} />
      <Route path={paths.newBeneficiary}>
        <OnlyFor permission="enter">
          <NewBeneficiaryScreen />
        </OnlyFor>
      </Route>
      <Route path={paths.editBeneficiary}>
        {({ id }) => (
          <OnlyFor permission="enter">
            <EditBeneficiary key={id} id={id} />
          </OnlyFor>
        )}
      </Route>
      <Route path={paths.beneficiary}>{({ id }) => <BeneficiaryScreen key={id} id={id} />}</Route>
      <Route path="/details-links/*?" component={DetailsLinks} />
      <Route path={paths.activity} component={Activity} />
      <Route path={paths.notifications} component={Notifications} />
      <Route path={paths.rules} component={RulesIndex} />
      <Route path={paths.countryRules}>{({ country }) => <CountryRules key={country} code={country} />}</Route>
      <Route path="/people/*?">
        <OnlyFor permission="administer">
          <People />
        </OnlyFor>
      </Route>
      <Route path="/settings/*?">
        <OnlyFor permission="administer">
          <Settings />
        </OnlyFor>
      </Route>
      <Route path={paths.about} component={About} />
      <Route path={paths.account} component={Account} />
      <Route path={paths.signIn} component={SignedIn} />
      <Route component={NotFound} />
    </Switch>
  )
}

/** In place of a screen that is still loading, or cannot be loaded just now. */
export function ScreenLoading() {
  return useStore(isFailing) ? <ScreenMissing /> : <Skeleton lines={6} label={t('app.screen.loading')} />
}

/** It stays during the next attempt, so that neither the message nor the focus flickers. */
function ScreenMissing() {
  return (
    <div role="alert">
      <Callout
        tone="error"
        title={t('app.screen.missing')}
        action={
          <Button kind="primary" onClick={retryNow}>
            {t('app.screen.again')}
          </Button>
        }
      >
        <p>{t('app.screen.byItself')}</p>
        <p>{t('app.screen.ifBack')}</p>
      </Callout>
    </div>
  )
}
