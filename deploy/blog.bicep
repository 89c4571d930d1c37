// The account, database, containers and data-plane role of a blog. With Microsoft Entra ID, a client cannot
// create containers: this file does, and the hosts connect without provision().
//
//   az deployment group create --resource-group GROUP --template-file deploy/blog.bicep \
//     --parameters accountName=NAME principalIds='["OBJECT-ID"]'

@description('The name of the account: 3 to 44 lower-case letters, digits and hyphens.')
@minLength(3)
@maxLength(44)
param accountName string

@description('The region of the account. Exact counts need a single region for writes.')
param location string = resourceGroup().location

@description('The database of the blog.')
param databaseName string = 'blog'

@description('The most RU/s that the containers share; they scale between a tenth of it and all of it.')
@minValue(1000)
param autoscaleMaxThroughput int = 1000

@description('The object ids of the identities that the hosts run with.')
param principalIds array = []

@description('Whether the blog has listings: BlogDatabaseBuilder.listings().')
param listings bool = false

// Held to BlogSchema by a test: names, partition keys, indexes and times to live.
var containers = loadJsonContent('containers.json')

// The built-in role "Cosmos DB Built-in Data Contributor".
var dataContributor = '00000000-0000-0000-0000-000000000002'

resource account 'Microsoft.DocumentDB/databaseAccounts@2024-11-15' = {
  name: accountName
  location: location
  kind: 'GlobalDocumentDB'
  properties: {
    databaseAccountOfferType: 'Standard'
    disableLocalAuth: true
    enableMultipleWriteLocations: false
    consistencyPolicy: {
      defaultConsistencyLevel: 'Session'
    }
    locations: [
      {
        locationName: location
        failoverPriority: 0
      }
    ]
    backupPolicy: {
      type: 'Continuous'
      continuousModeProperties: {
        tier: 'Continuous7Days'
      }
    }
  }
}

resource database 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases@2024-11-15' = {
  parent: account
  name: databaseName
  properties: {
    resource: {
      id: databaseName
    }
    options: {
      autoscaleSettings: {
        maxThroughput: autoscaleMaxThroughput
      }
    }
  }
}

resource container 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers@2024-11-15' = [
  for definition in filter(containers, container => listings || container.id != 'listings'): {
    parent: database
    name: definition.id
    properties: {
      resource: definition
    }
  }
]

resource assignment 'Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments@2024-11-15' = [
  for principalId in principalIds: {
    parent: account
    name: guid(account.id, principalId, dataContributor)
    properties: {
      principalId: principalId
      roleDefinitionId: '${account.id}/sqlRoleDefinitions/${dataContributor}'
      scope: account.id
    }
  }
]

output endpoint string = account.properties.documentEndpoint
