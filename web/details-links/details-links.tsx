import { Route, Switch } from 'wouter'
import { paths } from '../screen/routes.ts'
import { LinkList } from './link-list.tsx'
import { ReceivedDetails, receivedPath } from './received-details.tsx'

/** The links by which beneficiaries give their own details, and what came by them. */
export function DetailsLinks() {
  return (
    <Switch>
      <Route path={`${receivedPath}/:id?`}>{({ id }) => <ReceivedDetails id={id} />}</Route>
      <Route path={paths.detailsLinks} component={LinkList} />
    </Switch>
  )
}
